/** Takes turns between groups, so that a group with many messages does not delay the others. */
export interface Turns<Message> {
  add(group: string, message: Message): void;
  next(): Message | undefined;
}

export function createTurns<Message>(): Turns<Message> {
  const groups = new Map<string, Message[]>();
  return {
    add: (group, message) => {
      const waiting = groups.get(group);
      if (waiting === undefined) groups.set(group, [message]);
      else waiting.push(message);
    },
    next: () => {
      const [first] = groups;
      if (first === undefined) return undefined;
      const [group, waiting] = first;
      const message = waiting.shift();
      // A group that has had its turn goes behind the others.
      groups.delete(group);
      if (waiting.length > 0) groups.set(group, waiting);
      return message;
    },
  };
}
