export class StageFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StageFailure';
  }
}

export const hasName = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name;
