import { type TSchema, Type } from 'typebox';
import { invalid, type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { Config } from '../../platform/settings/config.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { textField, type TextFieldOptions } from '../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { flagOf, textOf } from '../loose-values.ts';

/** The values of an object's fields by property, as far as they are known. */
type Known = Readonly<Record<string, unknown>>;

/** What a field has in forms, in the API and in the database. */
interface Described {
  column: string;
  /** The name in forms and in bodies of the API, if it is not that of the property. */
  name?: string;
  label: Message;
  /** Returns the hint of the form. `before` is the object being edited, undefined for a new one. */
  hint?: (before: Known | undefined) => string;
  /** The schemas in bodies of the API, if it has any: of a new object, and of a change. */
  body?: { new: TSchema; change: TSchema };
}

/** A field with text: typed in a form, sent by the API, and parsed. */
export interface TextField<V extends string> extends Described {
  /** Validates typed text and returns the value. `known` has the fields before this one. */
  parse: (text: string, known: Known) => V;
  /** Returns the value of a new object if none or a blank one was given. By default, blank text is parsed. */
  initial?: (known: Known, input: Known) => V;
  /** Whether blank text leaves a field unchanged: always, or only in the API. */
  omitsBlank?: 'always' | 'in API';
  /** Set when the object is created, and never changed. */
  isFixed?: true;
  isOptional?: true;
  /** Values and labels to choose from. `empty` is shown while nothing is chosen. */
  choices?: { empty: Message; of: readonly { value: string; label: string }[] };
  /** How the field looks in a form. */
  control?: Pick<TextFieldOptions, 'type' | 'maxlength' | 'mono' | 'placeholder'>;
  /** A translated placeholder. Others are in `control`. */
  placeholder?: Message;
  prefix?: (config: Pick<Config, 'hopUrl'>) => string;
  /** Shown in a form before anything was typed. */
  usual?: string;
}

/** A switch. The column has the time at which it was last saved as on. */
interface FlagField extends Described {
  isFlag: true;
}

/** The fields of a kind of object by property. Forms and bodies have them in this order. */
export type Fields = Readonly<Record<string, TextField<string> | FlagField>>;

export type ValuesOf<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends TextField<infer V> ? V : boolean;
};

/** Typed values. Omitted ones have their initial value in a new object and are unchanged by an update. */
export type InputOf<F extends Fields> = {
  -readonly [K in keyof F]?: (F[K] extends FlagField ? boolean : string) | undefined;
};

/** Declares fields, with their types. */
export const fieldsOf = <F extends Fields>(fields: F): F => fields;

export const isFlag = (field: TextField<string> | FlagField): field is FlagField => 'isFlag' in field;

const namesOf = (fields: Fields) =>
  Object.entries(fields).map(([key, field]) => ({ key, field, name: field.name ?? key }));

/** Validates the input of a new object, or of a change of the object `before`. */
export function parseFields<F extends Fields>(
  fields: F,
  input: InputOf<F>,
  before?: ValuesOf<F>,
): ValuesOf<F> {
  const known: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const present: unknown = before?.[key];
    const given: unknown = input[key];
    if (isFlag(field)) known[key] = given ?? present ?? false;
    else if (before && field.isFixed) known[key] = present;
    else if (typeof given === 'string' && (given.trim() !== '' || hasBlank(field, before)))
      known[key] = field.parse(given, known);
    else known[key] = before ? present : (field.initial?.(known, input) ?? field.parse('', known));
  }
  return known as ValuesOf<F>;
}

/** Whether blank text is a value. Otherwise it counts as omitted. */
const hasBlank = (field: TextField<string>, before: unknown) =>
  before ? field.omitsBlank !== 'always' : field.initial === undefined;

/** The schema of a form. Browsers do not send switches that are off. */
export function FormOf(fields: Fields, isNew: boolean) {
  const named = namesOf(fields).filter(({ field }) => isNew || isFlag(field) || !field.isFixed);
  const entries = named.map(({ name, field }): [string, TSchema] => [
    name,
    isFlag(field) || field.isOptional ? Type.Optional(Type.String()) : Type.String(),
  ]);
  return Type.Unsafe<Record<string, string | undefined>>(Type.Object(Object.fromEntries(entries)));
}

/** Converts a submitted form. */
export function fromForm<F extends Fields>(
  fields: F,
  form: Readonly<Record<string, string | undefined>>,
): InputOf<F> {
  const entries = namesOf(fields).map(({ key, name, field }) => [
    key,
    isFlag(field) ? form[name] !== undefined : form[name],
  ]);
  return Object.fromEntries(entries) as InputOf<F>;
}

/** The state of a form that shows an object. */
export const stateOf = (fields: Fields, values: Known): FormState => ({
  values: Object.fromEntries(
    namesOf(fields).map(({ key, name, field }) => [
      name,
      isFlag(field) ? (values[key] === true ? 'on' : undefined) : String(values[key]),
    ]),
  ),
});

/** The fields of a form, for the object `before` or for a new one. */
export function formFields(
  fields: Fields,
  state: FormState,
  { config, before }: { config: Pick<Config, 'hopUrl'>; before?: Known | undefined },
): Html {
  const shown = namesOf(fields).filter(({ field }) => !before || isFlag(field) || !field.isFixed);
  return html`${shown.map(({ name, field }) => {
    const { value, ...bound } = bind(state)(name);
    const described = { ...bound, label: t(field.label), ...(field.hint && { hint: field.hint(before) }) };
    if (isFlag(field)) return switchField({ ...described, checked: value !== undefined });
    if (field.choices) {
      const { empty, of } = field.choices;
      return selectField({ ...described, value, empty: t(empty), choices: of });
    }
    return textField({
      ...described,
      value: value ?? field.usual,
      ...(field.control?.type !== 'color' && { required: !field.isOptional }),
      ...(field.placeholder && { placeholder: t(field.placeholder) }),
      ...(field.prefix && { prefix: field.prefix(config) }),
      ...(field.control?.type === 'color' ? {} : { autocomplete: 'off' }),
      ...field.control,
    });
  })}`;
}

/** The schema of a body of the API. `title` names it in the API's description. */
export function BodyOf(fields: Fields, kind: 'new' | 'change', title?: string) {
  const bodies = namesOf(fields).flatMap(({ name, field }): [string, TSchema][] =>
    field.body && (kind === 'new' || isFlag(field) || !field.isFixed) ? [[name, field.body[kind]]] : [],
  );
  return Type.Unsafe<Record<string, unknown>>(
    Type.Object(Object.fromEntries(bodies), title ? { title } : {}),
  );
}

/** Converts a body of the API. */
export function fromBody<F extends Fields>(fields: F, body: Readonly<Record<string, unknown>>): InputOf<F> {
  const entries = namesOf(fields).map(({ key, name, field }) => {
    if (isFlag(field)) return [key, flagOf(body[name])];
    const text = textOf(body[name]);
    return [key, field.omitsBlank && !text?.trim() ? undefined : text];
  });
  return Object.fromEntries(entries) as InputOf<F>;
}

/** Parses `#0a5` or `#00aa55`, with or without `#`, as `#` and six digits. */
export function parseOwnedColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (!digits) throw invalid('color', msg('A color must be in the form #RRGGBB'));
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** A field with a color, which is unchanged by blank text. */
export const colorField = (
  described: Pick<TextField<string>, 'initial' | 'body'> & { label: Message },
): TextField<string> => ({
  column: 'color',
  omitsBlank: 'always',
  isOptional: true,
  control: { type: 'color' },
  usual: '#2a8f64',
  parse: parseOwnedColor,
  ...described,
});
