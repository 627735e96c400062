// Defines the pages as a function has them.

export interface SiteFile {
  readonly type: string;
  readonly text: string;
  /** The name changes with the text. */
  readonly isImmutable: boolean;
}

/** The keys are paths. */
export type Site = Readonly<Record<string, SiteFile>>;
