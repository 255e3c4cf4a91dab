import type { Insertable, RawBuilder } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { invalid, type Message, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { LinksLink } from '../../../platform/database/rows.gen.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { flagOf, lenientBoolean } from '../../loose-values.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import type { Typed } from './typed.ts';

/**
 * One option of a link: how it is sent, typed, stored, exported and described. What it does is its entry in
 * `effects`.
 * @template Input as verbs take it
 * @template Stored as the database has it
 */
export interface Option<Input = unknown, Stored = unknown, Parsed = Stored> {
  /** Request fields of the API. */
  body: Readonly<Record<string, TSchema>>;
  fromBody(body: Readonly<Record<string, unknown>>): Input | undefined;
  /** The response field of the API. */
  record: Readonly<Record<string, TSchema>>;
  toRecord(stored: Stored): unknown;
  /** Names of its fields in forms, single ones and columns of lists. */
  fields: readonly string[];
  lists?: readonly string[];
  label: Message;
  hint?: Message;
  /** An empty field clears the option. */
  fromForm(typed: Required<Typed>): Input | undefined;
  toForm(stored: Stored): Partial<Typed>;
  /** For forms, the section of a checkbox. */
  section?: 'parameters' | 'delivery';
  /** The sentences of the link's summary. */
  says?(typed: Required<Typed>): readonly (string | false | undefined)[];
  /** Where it is stored: a key of the rules, a column, or several columns or rows. */
  store: InRules<Input, Stored> | InColumn<Input, Stored, Parsed> | InColumns<Input, Stored, Parsed>;
  /** Destinations, which are assessed. */
  targets?(stored: Stored): readonly (string | undefined)[];
  /** The column of exports. Without `read`, imports treat it separately. */
  csv?: {
    column: string;
    write(stored: Stored): string | number;
    read?(text: string): Input;
    /** Names in files of others. Only letters and digits are compared. */
    aliases?: readonly string[];
  };
  /** Bulk actions, with the input that they set in the rules. */
  bulk?: Readonly<Record<string, { input: Input; label: Message }>>;
}

interface InRules<Input, Stored> {
  rule: keyof LinkRules;
  /** Throws a `Problem` at the field of the API. */
  parseRule(input: Input, config: Settings): Stored;
  /** Reads the rules of a file, which may have been edited. */
  fromRule(value: unknown): Input;
}

interface InColumn<Input, Stored, Parsed> {
  column: Column;
  /** Throws a `Problem` at the field of the API. */
  parse(input: Input, context: OptionContext<Stored>): Parsed | Promise<Parsed>;
}

interface InColumns<Input, Stored, Parsed> extends Omit<InColumn<Input, Stored, Parsed>, 'column'> {
  select: RawBuilder<Stored>;
  columns(parsed: Parsed, now: Date): OptionColumns;
}

export type Settings = Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>;
export type OptionColumns = Partial<Insertable<LinksLink>>;
type Column =
  | 'click_limit'
  | 'expired_url'
  | 'expires_at'
  | 'preview_description'
  | 'preview_image'
  | 'preview_title'
  | 'status';

export interface OptionContext<Stored = unknown> {
  app: Pick<App, 'db' | 'config' | 'clock'>;
  viewer: Pick<Viewer, 'id'>;
  /** Undefined for a new link. */
  before?: Stored | undefined;
}

/** A row of the table, with its types inferred. */
export const option = <Input, Stored, Parsed = Stored>(
  row: Option<Input, Stored, Parsed>,
): Option<Input, Stored, Parsed> => row;

type FlagName = {
  [R in keyof LinkRules]-?: Exclude<LinkRules[R], undefined> extends true ? R : never;
}[keyof LinkRules];

/** A checkbox that is stored as a rule. */
export const flagOption = (row: {
  api: string;
  rule: FlagName;
  section: NonNullable<Option['section']>;
  label: Message;
  hint: Message;
  described: string;
  says: Message;
  csv?: { column: string; aliases: readonly string[] };
  bulk?: { on: Message; off: Message };
}): Option<boolean, boolean> => ({
  body: { [row.api]: lenientBoolean(`Extension. ${row.described}`) },
  fromBody: (body) => flagOf(body[row.api]),
  record: { [row.api]: Type.Boolean() },
  toRecord: Boolean,
  fields: [row.api],
  label: row.label,
  hint: row.hint,
  fromForm: ({ values }) => values[row.api] !== undefined,
  toForm: (isOn) => ({ values: { [row.api]: isOn ? 'on' : undefined } }),
  section: row.section,
  says: ({ values }) => [values[row.api] !== undefined && t(row.says)],
  store: { rule: row.rule, parseRule: (input) => input, fromRule: (value) => value === true },
  ...(row.csv && {
    csv: {
      ...row.csv,
      write: (isOn) => (isOn ? 'yes' : ''),
      read: (text) => readYes(row.api, text),
    },
  }),
  ...(row.bulk && {
    bulk: {
      [row.api]: { input: true, label: row.bulk.on },
      [`no${row.api}`]: { input: false, label: row.bulk.off },
    },
  }),
});

/** A cell that says yes or no. */
function readYes(field: string, text: string): boolean {
  const typed = text.trim().toLowerCase();
  if (['yes', 'true', 't', '1', 'on', 'y'].includes(typed)) return true;
  if (['', 'no', 'false', 'f', '0', 'off', 'n'].includes(typed)) return false;
  throw invalid(field, msg('“{text}” must be yes or no', { text: text.slice(0, 60) }));
}
