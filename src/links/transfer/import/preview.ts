/** What an import would do, without doing it. */
export interface Preview {
  columns: readonly string[];
  rows: number;
  /** How many links would be created. */
  created: number;
  refused: number;
  /** The first of both. */
  sample: readonly SampleLink[];
  refusals: readonly Refusal[];
}

export interface SampleLink {
  row: number;
  /** Host of a branded domain of the owner's; '': the service's own. */
  host: string;
  /** '': a random one. */
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
