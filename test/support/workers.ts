// Distributes tasks over a pool of workers.

/**
 * Assigns tasks in order. Each worker runs one task at a time. After a failure, no new task starts, and the promise
 * rejects once the running tasks have finished.
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
