import { t } from '../../kernel/translation/translate.ts';
import type { FormState } from '../../web/form.ts';

/** State of the full link form: single fields, and lists whose columns are parallel arrays. */
export interface BuilderState extends FormState {
  lists: Readonly<Record<string, readonly string[]>>;
  /** Number of empty rows at the end of each list. */
  spare: number;
}

/** The lists and the columns of their rows. Fields are named `geo_location[]` and so on. */
export const rowFields = {
  geo: ['location', 'region', 'link'],
  device: ['device', 'link'],
  language: ['language', 'link'],
  parameter: ['name', 'value'],
  variant: ['name', 'weight', 'link'],
} as const;
export type ListName = keyof typeof rowFields;
type RowOf<L extends ListName> = Record<(typeof rowFields)[L][number], string>;

/** UTM parameters and their labels. */
export const utmNames = () =>
  ({
    utm_source: t('Source'),
    utm_medium: t('Medium'),
    utm_campaign: t('Campaign'),
    utm_term: t('Term'),
    utm_content: t('Content'),
  }) as const;

/** Returns the non-empty rows of a list. */
export function rowsOf<L extends ListName>(state: Pick<BuilderState, 'lists'>, list: L): RowOf<L>[] {
  const columns = rowFields[list].map((field) => [field, state.lists[`${list}_${field}`] ?? []] as const);
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

/** Returns the parameters from the UTM tag builder and from the list below it. */
export function parametersOf({ values = {}, lists }: BuilderState): { name: string; value: string }[] {
  const tags = Object.keys(utmNames()).flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  return [...tags, ...rowsOf({ lists }, 'parameter')];
}

/** Converts the submitted values to form state. */
export function toState(
  body: Readonly<Record<string, unknown>>,
  problem?: { field: string; message: string },
): BuilderState {
  const values: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) lists[name] = value.map(String);
    else if (typeof value === 'string' || typeof value === 'number') values[name] = String(value);
  }
  return { values, lists, spare: 3, ...(problem && toErrors(problem, values)) };
}

/** What a message quotes, in the quotation marks of any language. */
export const quotedIn = (message: string): string[] =>
  [...message.matchAll(/[“„«]([^“”„«»]*)[”“»]/g)].map(([, quoted = '']) => quoted.trim());

type Texts = Readonly<Record<string, string>>;

const toErrors = ({ field, message }: { field: string; message: string }, values: Texts): FormState =>
  field ? { errors: { [shownAt(field, message, values)]: message } } : { message };

/** The field of this form for what has another name in the API, or several fields here. */
function shownAt(field: string, message: string, values: Texts): string {
  switch (field) {
    case 'parameters':
      return (
        Object.keys(utmNames()).find((name) => values[name] && quotedIn(message).includes(name)) ?? field
      );
    case 'deeplink':
      return isWebAddress(values.apple ?? '') ? 'google' : 'apple';
    case 'metadescription':
      return 'previewdescription';
    case 'metatitle':
      return (values.previewtitle ?? '').length > (values.metatitle ?? '').length ? 'previewtitle' : field;
    default:
      return field;
  }
}

const isWebAddress = (text: string) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '');
