// Defines the pages as a function has them.

export interface SiteFile {
  readonly type: string;
  readonly text: string;
  /** The name changes with the text. */
  readonly isImmutable: boolean;
  /** Pages of other sites may load the file. */
  readonly isForOtherSites?: boolean;
}

/** The keys are paths, with the query of a file that has versions. */
export type Site = Readonly<Record<string, SiteFile>>;
