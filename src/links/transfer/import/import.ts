import { t } from '../../../web/translation/translate.ts';
import { optionColumns, type ShortAddress } from './cells.ts';
import { type LinkFormatName, formats, type Mapping } from './formats.ts';
import type { ReadFile } from './parse-file.ts';

/** An import of links from a file: previewed first, then run by a job. */
export interface LinkImport {
  /** Digits. */
  id: string;
  fileName: string;
  format: LinkFormatName;
  mapping: Mapping;
  /** What happens to rows with a taken alias: they are skipped or get another alias. */
  duplicates: 'skip' | 'rename';
  /** 0: not parsed yet. */
  rowCount: number;
  /** The next row to import, starting at 1. */
  nextRow: number;
  created: number;
  refused: number;
  /** Incremented when the format or mapping changes. */
  reading: number;
  /** Whether links are being read from another service, how many there are so far, and in all. */
  isFetching: boolean;
  fetched: number;
  fetchTotal: number;
  /** Whether the preview is available. */
  isChecked: boolean;
  /** The reason why the file cannot be imported. */
  problem: string | null;
  createdAt: Date;
  /** Null: not started. */
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Preview of an import. */
export interface ImportPreview {
  columns: readonly string[];
  rows: number;
  /** Number of links that would be created. */
  created: number;
  refused: number;
  /** The first links and rejected rows. */
  sample: readonly SampleLink[];
  refusals: readonly RefusedRow[];
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

export interface RefusedRow {
  row: number;
  field: string;
  reason: string;
  address: string;
  alias: string;
}

/** A row of a file: values by column. */
export type Cells = Readonly<Record<string, string>>;

/** Fields of a link in a file, with labels for the mapping form. */
export const fieldNames = (): Readonly<Partial<Record<FieldName, string>>> => ({
  ...detailNames(),
  ...Object.fromEntries(optionColumns.map(({ name, label }) => [name, t(label)])),
});

const detailNames = () =>
  ({
    url: t('Destination URL'),
    alias: t('Alias'),
    domain: t('Domain'),
    title: t('Title'),
    description: t('Note'),
    tags: t('Tags'),
    channels: t('Channels'),
    campaign: t('Campaign'),
    visibility: t('Visibility'),
    expiry: t('Expires'),
    clickLimit: t('Click limit'),
    password: t('Password'),
    created: t('Created'),
    clicks: t('Total clicks'),
  }) as const;
type DetailName = keyof ReturnType<typeof detailNames>;
export type FieldName = DetailName | (typeof optionColumns)[number]['name'];

/** A link in a file, not yet validated. */
export type ImportedLink = Partial<Record<DetailName, string>> & {
  /** Whether the domain belongs to another service. It is used if the owner has it, and ignored otherwise. */
  isForeign?: boolean;
  /** Whether the link requires a password that is not in the file. */
  isLocked?: boolean;
  isOff?: boolean;
  /** Additional short URLs of the link. Each becomes a separate link. */
  others?: readonly ShortAddress[];
  /** Options, by column name. */
  options?: Cells;
};

/**
 * Yields the links of a file in order. A record with several short URLs yields one link for each, with its
 * clicks counted once.
 */
export async function* readLinks(
  file: ReadFile,
  { format, mapping }: Pick<LinkImport, 'format' | 'mapping'>,
): AsyncGenerator<ImportedLink> {
  for await (const cells of file.rows()) {
    const { others = [], ...link } = formats()[format].toLink(cells, mapping);
    yield link;
    for (const other of others) yield { ...link, ...other, clicks: '' };
  }
}
