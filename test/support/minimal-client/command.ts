export interface Command {
  readonly operation: string;
  readonly input: object;
}

export const commandClass = (operation: string) =>
  class implements Command {
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };
