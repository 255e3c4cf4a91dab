import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { missing, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { Visibility } from '../../link/link.ts';
import { blankOutFields } from '../../loose-values.ts';
import type { OptionName } from '../../redirect/targeting/effects.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import { alternatives } from './alternatives.ts';
import { endings } from './endings.ts';
import { forwarding } from './forwarding.ts';
import type { Option } from './option.ts';
import { previews } from './previews.ts';
import { targeting } from './targeting.ts';
import { tracking } from './tracking.ts';
import type { Typed } from './typed.ts';

/**
 * All options of a link. The API, forms, imports, exports, bulk actions and summaries derive from them. `effects`
 * says what each one does when the link is followed. The compiler refuses an option without an effect, and an
 * effect without an option.
 */
export const options = {
  ...endings,
  ...previews,
  ...forwarding,
  ...tracking,
  ...targeting,
  ...alternatives,
} satisfies Record<OptionName, Option>;

type Table = typeof options;
type Types<O> =
  O extends Option<infer Input, infer Stored, infer Parsed>
    ? { Input: Input; Stored: Stored; Parsed: Parsed }
    : never;

/** Options as submitted. Omitted ones are unset for a new link and unchanged on update. */
export type OptionInput = { [N in OptionName]?: Types<Table[N]>['Input'] | undefined };
/** Options as stored. */
export type StoredOptions = { [N in OptionName]: Types<Table[N]>['Stored'] };
export type ParsedOptions = { [N in OptionName]?: Types<Table[N]>['Parsed'] };

/** Editable fields of a link. Omitted fields are unset for a new link and unchanged on update. */
export interface LinkInput extends OptionInput {
  url: string;
  /**
   * One of the owner's domains, with or without a scheme. Blank: the default domain for a new link, unchanged
   * on update.
   */
  domain?: string | undefined;
  /** Omitted or blank: a random alias for a new link, unchanged on update. */
  alias?: string | undefined;
  /** Blank: fetched from the page shortly afterwards. */
  title?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** The owner's own id of the link, unique in the account. Blank: none. */
  externalId?: string | undefined;
  /**
   * A channel and a campaign of the owner's to add the link to. Null: none; on update, removes the link from
   * its current ones.
   */
  channelId?: string | null | undefined;
  campaignId?: string | null | undefined;
  /** A UTM template of the owner's, whose parameters are added. */
  utmTemplateId?: string | undefined;
  /** Tag names that replace the current ones. Unknown names create new tags. */
  tags?: readonly string[] | undefined;
}

/** These options, and then all others: a new option comes last wherever an order is fixed. */
export const inOrder = (...first: OptionName[]): OptionName[] => [
  ...first,
  ...(Object.keys(options) as OptionName[]).filter((name) => !first.includes(name)),
];

/** In the order of the request. */
const names = inOrder(
  ...(['expiry', 'previewTitle', 'previewDescription', 'type', 'password', 'previewImage'] as const),
  ...(['places', 'devices', 'languages', 'stores', 'parameters', 'pixelIds', 'variants'] as const),
  ...(['clickLimit', 'expiredUrl', 'status', 'isDisabled', 'passesQuery'] as const),
);

/** The rows, without their types. */
export const rows = names.map((name): [OptionName, Option] => [name, options[name]]);

const merged = <T>(of: readonly Readonly<Record<string, T>>[]): Record<string, T> =>
  Object.assign({}, ...of) as Record<string, T>;

/** Request fields of the API. */
export const bodyOf = (...of: OptionName[]): Record<string, TSchema> =>
  merged(of.map((name) => options[name].body));
export const optionBody = bodyOf(...names);

/** Rewrites what clients send in place of missing values. A password can be any text. */
export const blankOutOptions = (body: unknown): void => blankOutFields(body, canBeBlank, listFields);
const canBeBlank = new Set(Object.keys(optionBody).filter((field) => field !== 'password'));
const listFields = new Set(rows.flatMap(([, { body, lists }]) => (lists ? Object.keys(body) : [])));

/** The response fields of the API, in the order that clients know. */
export const recordOf = (...of: OptionName[]): Record<string, TSchema> =>
  merged(of.map((name): Record<string, TSchema> => options[name].record));
export const optionRecord = recordOf(
  ...inOrder(
    ...(['expiry', 'places', 'devices', 'languages', 'type', 'password', 'isDisabled', 'status'] as const),
    ...(['expiredUrl', 'clickLimit', 'passesQuery', 'previewTitle', 'previewDescription'] as const),
    ...(['previewImage', 'stores', 'parameters', 'variants', 'pixelIds'] as const),
  ),
);

const collect = (of: (row: Option, name: OptionName) => readonly [string, unknown][]) =>
  Object.fromEntries(rows.flatMap(([name, row]) => of(row, name)));

export const bodyOptions = (body: Readonly<Record<string, unknown>>): OptionInput =>
  collect((row, name) => [[name, row.fromBody(body)]]);

export const toRecord = (stored: StoredOptions): Record<string, unknown> =>
  collect((row, name) => Object.keys(row.record).map((field) => [field, row.toRecord(stored[name])]));

/** Fields of forms: single ones, and columns of lists. */
export const formFields = rows.flatMap(([, { fields }]) => fields);
export const formLists = rows.flatMap(([, { lists = [] }]) => lists);

export const formOptions = ({ values = {}, lists }: Typed): OptionInput =>
  collect((row, name) => [[name, row.fromForm({ values, lists })]]);

export function toForm(stored: StoredOptions): Required<Typed> {
  const typed = rows.map(([name, row]) => row.toForm(stored[name]));
  return {
    values: merged(typed.map(({ values = {} }) => values)),
    lists: merged(typed.map(({ lists = {} }) => lists)),
  };
}

/** The cells of exports, by column. All rules are also in a column `rules`. */
export const csvCells = (stored: StoredOptions): Record<string, string | number> =>
  Object.fromEntries(rows.flatMap(([name, { csv }]) => (csv ? [[csv.column, csv.write(stored[name])]] : [])));
export const csvColumns = rows.flatMap(([, { csv }]) => (csv ? [csv.column] : []));

/** Bulk actions, with the option that each one sets. */
export const bulkActions = rows.flatMap(([name, { bulk = {} }]) =>
  Object.entries(bulk).map(([act, { input, ...shown }]) => ({ act, change: { [name]: input }, ...shown })),
);

/** SQL for options of `link`, to be read by `toStored`. */
export const selectOptions = (...of: OptionName[]): RawBuilder<unknown> =>
  sql.join([
    sql`link.rules`,
    ...of.flatMap((name) => {
      const { store }: Option = options[name];
      if ('rule' in store) return [];
      return [sql`${'column' in store ? sql.ref(`link.${store.column}`) : store.select} as ${sql.id(name)}`];
    }),
  ]);

/** A row of `selectOptions`. */
export type OptionRow = Record<string, unknown> & { rules: LinkRules };

export const toStored = (row: OptionRow): StoredOptions =>
  collect(({ store }, name) => [
    [name, 'rule' in store ? row.rules[store.rule] : row[name]],
  ]) as StoredOptions;

export const allOptions = selectOptions(...names);

/**
 * Returns the options of one of the viewer's links. Throws a `Problem` if it does not exist or belongs to
 * another account.
 */
export async function findOptions(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<StoredOptions> {
  const { rows: found } = await sql<OptionRow>`
    select ${allOptions} from links.link
    where id = ${id} and account_id = ${viewer.id} and deleted_at is null and purpose = 'link'`.execute(db);
  if (!found[0]) throw missing(msg('Link'));
  return toStored(found[0]);
}
