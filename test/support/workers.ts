// Workers that take tasks from one queue, each of them one at a time.

/**
 * Hands the tasks out in their order: a worker takes the next one when it has done its last. Fails as soon as one has
 * failed, when all others have done what they had begun.
 */
export async function byWorkers<Worker, Task>(
  workers: readonly Worker[],
  tasks: Iterable<Task>,
  work: (task: Task, worker: Worker) => Promise<unknown>,
): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  const failures: unknown[] = [];
  const serve = async (worker: Worker): Promise<void> => {
    while (failures.length === 0) {
      const next = queue.next();
      if (next.done) return;
      try {
        await work(next.value, worker);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(workers.map(serve));
  if (failures.length > 0) throw failures[0];
}
