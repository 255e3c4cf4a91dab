/** Preview of an import. */
export interface Preview {
  columns: readonly string[];
  rows: number;
  /** Number of links that would be created. */
  created: number;
  refused: number;
  /** The first links and rejected rows. */
  sample: readonly SampleLink[];
  refusals: readonly Refusal[];
}

export interface SampleLink {
  row: number;
  /** Host of one of the owner's branded domains. '': the default domain. */
  host: string;
  /** '': a random alias. */
  alias: string;
  url: string;
  title: string;
  tags: readonly string[];
  clicks: number;
  isRenamed: boolean;
}

export interface Refusal {
  row: number;
  field: string;
  reason: string;
  address: string;
  alias: string;
}
