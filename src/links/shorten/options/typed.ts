import { completeUrl } from '../../../kernel/text.ts';

/** What was typed into a link's form: single fields, and lists whose columns are parallel arrays. */
export interface Typed {
  values?: Readonly<Record<string, string | undefined>>;
  lists: Readonly<Record<string, readonly string[]>>;
}

/** The lists and the columns of their rows. Fields are named `geo_location[]` and so on. */
const rowFields = {
  geo: ['location', 'region', 'link'],
  device: ['device', 'link'],
  language: ['language', 'link'],
  parameter: ['name', 'value'],
  variant: ['name', 'weight', 'link'],
} as const;
export type ListName = keyof typeof rowFields;
type RowOf<L extends ListName> = Record<(typeof rowFields)[L][number], string>;

/** The names of a list's fields. */
export const columnsOf = (list: ListName): string[] => rowFields[list].map((field) => `${list}_${field}`);

/** Returns the non-empty rows of a list. */
export function rowsOf<L extends ListName>({ lists }: Pick<Typed, 'lists'>, list: L): RowOf<L>[] {
  const columns = rowFields[list].map((field) => [field, lists[`${list}_${field}`] ?? []] as const);
  const length = Math.max(...columns.map(([, values]) => values.length));
  return Array.from(
    { length },
    (_, at) =>
      Object.fromEntries(columns.map(([field, values]) => [field, values[at]?.trim() ?? ''])) as RowOf<L>,
  ).filter((row) => Object.values(row).some(Boolean));
}

/** Converts rows to form fields, the inverse of `rowsOf`. */
export const toLists = <L extends ListName>(
  list: L,
  rows: readonly Partial<RowOf<L>>[],
): Record<string, string[]> =>
  Object.fromEntries(
    rowFields[list].map((field) => [
      `${list}_${field}`,
      rows.map((row) => (row as Record<string, string | undefined>)[field] ?? ''),
    ]),
  );

/** Parameters that have fields of their own. */
export const utmParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Whether an address leads somewhere, on the web or in an app. Half of one is still being typed. */
export function isWhole(address: string): boolean {
  const url = URL.parse(completeUrl(address));
  if (!url || /^(?:javascript|data|vbscript|file|blob):$/.test(url.protocol)) return false;
  return !/^https?:$/.test(url.protocol) || /[.:]|^localhost$/.test(url.hostname);
}

/** An address as it is shown in a sentence. */
export const shownAddress = (address: string) => {
  const text = address.trim().replace(/^https?:\/\/(www\.)?/, '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};
