import { invalid, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { ownedTemplates, parametersOfTemplate } from '../../utm/templates.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import type { OptionContext, OptionColumns, Settings } from './option.ts';
import { type LinkInput, type OptionInput, type ParsedOptions, rows, type StoredOptions } from './options.ts';

/** A destination besides the link's own URL, with its field. */
interface Target {
  field: string;
  to: string;
}

interface Parsed {
  columns: OptionColumns;
  /** What was given. */
  values: ParsedOptions;
  targets: readonly Target[];
}

/** Validates options. @param before those of the existing link */
export async function parseOptions(
  app: OptionContext['app'],
  viewer: Pick<Viewer, 'id'>,
  input: OptionInput,
  before: Partial<StoredOptions> = {},
): Promise<Parsed> {
  const rules = parseRules(app.config, input, before);
  const columns: OptionColumns = {};
  if (JSON.stringify(rules) !== JSON.stringify(parseRules(app.config, {}, before)))
    columns.rules = JSON.stringify(rules);
  const values: Record<string, unknown> = {};
  for (const [name, row] of inColumns) {
    const given = input[name];
    if (given === undefined || 'rule' in row.store) continue;
    const parsed = await row.store.parse(given, { app, viewer, before: before[name] });
    values[name] = parsed;
    const stored =
      'column' in row.store ? { [row.store.column]: parsed } : row.store.columns(parsed, app.clock.now());
    Object.assign(columns, stored);
  }
  const after = rows.map(([name, { store }]) => [name, 'rule' in store ? rules[store.rule] : values[name]]);
  return { columns, values, targets: targetsOf(Object.fromEntries(after) as Partial<StoredOptions>) };
}

/** The password comes last, because hashing is expensive. */
const inColumns = [
  ...rows.filter(([name, { store }]) => !('rule' in store) && name !== 'password'),
  ...rows.filter(([name]) => name === 'password'),
];

/**
 * Returns the updated rules of a link. Each given one replaces the current one, and omitted ones do not
 * change.
 */
export function parseRules(
  config: Settings,
  input: OptionInput,
  before: Partial<StoredOptions> = {},
): LinkRules {
  const rules: Record<string, unknown> = {};
  for (const [name, { store }] of rows) {
    if (!('rule' in store)) continue;
    const [given, present] = [input[name], before[name]];
    const value = given === undefined ? present : store.parseRule(given, config);
    if (!isNothing(value)) rules[store.rule] = value;
  }
  return JSON.parse(JSON.stringify(rules)) as LinkRules;
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Returns all destinations of options with their fields. */
export const targetsOf = (stored: Partial<StoredOptions>): Target[] =>
  rows.flatMap(([name, row]) =>
    (row.targets?.(stored[name]) ?? [])
      .filter((to) => to !== undefined)
      .map((to) => ({ field: Object.keys(row.body)[0] ?? '', to })),
  );

/**
 * Adds the parameters of a template. Given ones take precedence over them, and they over those that the link has.
 */
export async function withTemplate<I extends Pick<LinkInput, 'utmTemplateId' | 'parameters'>>(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  input: I,
  present: NonNullable<OptionInput['parameters']> = [],
): Promise<I & Pick<LinkInput, 'parameters'>> {
  if (input.utmTemplateId === undefined) return input;
  const id = input.utmTemplateId;
  const template = /^\d{1,18}$/.test(id) ? await ownedTemplates.find(app, viewer.id, id) : undefined;
  if (!template) throw invalid('utmtemplate', msg('You have no UTM template with the ID {id}', { id }));
  const [before, after] = input.parameters ? [[], input.parameters] : [present, []];
  return { ...input, parameters: [...before, ...parametersOfTemplate(template), ...after] };
}
