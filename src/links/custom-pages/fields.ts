import { invalid, type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { PictureKind } from '../../platform/pictures.ts';
import { checkbox, selectField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { colorFields, colorValues, fieldGroup, pictureFields } from './components.ts';
import { type PageColors, parseCount, parseOwnColor, parseWebAddress } from './input.ts';
import { isExternal, type DesignPicture } from './pictures.ts';

/** What a form sends, by the names of its fields. Unchecked boxes are not sent. */
export type TypedFields = Readonly<Record<string, string | undefined>>;

/** URLs of the current pictures, by the name of their field. */
export type ShownPictures = Readonly<Record<string, string | null>>;

interface PictureField {
  name: string;
  kind: PictureKind;
  /** The message if there is no picture. By default, a picture is optional. */
  required?: Message;
}

/** A part of what an owner designs: one field, or several that belong together. */
export interface DesignPart {
  /** Names in the form. */
  names: readonly string[];
  /** Names of URLs, which may be typed without a scheme. */
  addresses: readonly string[];
  pictures: readonly PictureField[];
  /** Validates what was typed, but not the pictures. Returns properties of the content. */
  parse: (typed: TypedFields) => object;
  /** The values of the form for this content. */
  format: (content: object) => Record<string, string | undefined>;
  control: (state: FormState, pictures: ShownPictures) => Html;
}

const valueOf = (content: object, key: string) => (content as Readonly<Record<string, unknown>>)[key];
const textOf = (content: object, key: string) => valueOf(content, key) as string;

const part = (
  given: Pick<DesignPart, 'names' | 'parse' | 'format' | 'control'> & Partial<DesignPart>,
): DesignPart => ({
  addresses: [],
  pictures: [],
  ...given,
});

/** Several parts after one another. */
export const parts = (...all: readonly DesignPart[]): DesignPart => ({
  names: all.flatMap(({ names }) => names),
  addresses: all.flatMap(({ addresses }) => addresses),
  pictures: all.flatMap(({ pictures }) => pictures),
  parse: (typed) => Object.assign({}, ...all.map(({ parse }) => parse(typed))) as object,
  format: (content) =>
    Object.assign({}, ...all.map(({ format }) => format(content))) as Record<string, string | undefined>,
  control: (state, pictures) => html`${all.map(({ control }) => control(state, pictures))}`,
});

/** Parts with a heading. */
export function group(title: Message, ...all: readonly DesignPart[]): DesignPart {
  const inside = parts(...all);
  return { ...inside, control: (...shown) => fieldGroup(t(title), inside.control(...shown)) };
}

/** Parts side by side. */
export function row(...all: readonly DesignPart[]): DesignPart {
  const inside = parts(...all);
  return { ...inside, control: (...shown) => html`<div class="form-row">${inside.control(...shown)}</div>` };
}

interface TextPart {
  label: Message;
  /** The subject of error messages, such as “The title”. */
  what: Message;
  max: number;
  /** 1 if it is required. */
  min?: 0 | 1;
  hint?: Message;
  placeholder?: Message;
  mono?: true;
  rows?: number;
  /** The name in the form, if it is not that of the property. */
  name?: string;
}

/** A line of text. */
export const linePart = (
  key: string,
  { name = key, what, label, max, min = 0, ...more }: TextPart,
): DesignPart =>
  part({
    names: [name],
    parse: (typed) => ({ [key]: parseLine(name, typed[name], { what: what, min, max }) }),
    format: (content) => ({ [name]: textOf(content, key) }),
    control: (state) =>
      textField({
        ...bind(state)(name),
        label: t(label),
        ...(min === 0 && { required: false }),
        maxlength: max,
        autocomplete: 'off',
        ...(more.mono && { mono: true }),
        ...(more.hint && { hint: t(more.hint) }),
        ...(more.placeholder && { placeholder: t(more.placeholder) }),
      }),
  });

/** The name of what is designed, which only its owner sees. It is not part of the content. */
export const designName = (typed: TypedFields): string =>
  parseLine('name', typed.name, { what: msg('The name'), min: 1, max: 100 });

export const nameField = (state: FormState): Html =>
  textField({
    ...bind(state)('name'),
    label: t('Name'),
    hint: t('Only visible to you.'),
    maxlength: 100,
    autocomplete: 'off',
  });

/** Lines of text. */
export const lines = (
  key: string,
  { name = key, what, label, max, min = 0, hint, rows }: TextPart,
): DesignPart =>
  part({
    names: [name],
    parse: (typed) => ({ [key]: parseLines(name, typed[name], { what: what, min, max }) }),
    format: (content) => ({ [name]: textOf(content, key) }),
    control: (state) =>
      textArea({
        ...bind(state)(name),
        label: t(label),
        required: min === 1,
        maxlength: max,
        ...(rows !== undefined && { rows }),
        ...(hint && { hint: t(hint) }),
      }),
  });

interface CountPart {
  label: Message;
  what: Message;
  suffix: Message;
  hint: Message;
  usual: number;
  max: number;
  name?: string;
}

/** A whole number from 0. */
export const countPart = (
  key: string,
  { name = key, label, what, suffix, hint, usual, max }: CountPart,
): DesignPart =>
  part({
    names: [name],
    parse: (typed) => ({ [key]: parseCount(name, typed[name], { what: what, usual, min: 0, max }) }),
    format: (content) => ({ [name]: String(valueOf(content, key)) }),
    control: (state) =>
      textField({
        ...bind(state)(name),
        label: t(label),
        suffix: t(suffix),
        hint: t(hint),
        type: 'number',
        min: 0,
        max,
        inputmode: 'numeric',
      }),
  });

/** A checkbox. */
export const box = (key: string, { name, label }: { name: string; label: Message }): DesignPart =>
  part({
    names: [name],
    parse: (typed) => ({ [key]: typed[name] !== undefined }),
    format: (content) => ({ [name]: valueOf(content, key) === true ? 'on' : undefined }),
    control: (state) => {
      const { value, ...bound } = bind(state)(name);
      return checkbox({ ...bound, label: t(label), checked: value !== undefined });
    },
  });

/** One of several values. */
export const choice = (
  key: string,
  {
    label,
    of,
    invalid: message,
  }: {
    label: Message;
    of: readonly { value: string; label: Message }[];
    invalid: (values: string) => string;
  },
): DesignPart =>
  part({
    names: [key],
    parse: (typed) => {
      const chosen = of.find(({ value }) => value === typed[key]);
      if (!chosen) throw invalid(key, message(of.map(({ value }) => value).join(', ')));
      return { [key]: chosen.value };
    },
    format: (content) => ({ [key]: textOf(content, key) }),
    control: (state) =>
      selectField({
        ...bind(state)(key),
        label: t(label),
        choices: of.map(({ value, label }) => ({ value, label: t(label) })),
      }),
  });

/** A list, one entry a line. */
export const list = (
  key: string,
  { label, hint, parse }: { label: Message; hint: Message; parse: (text: string | undefined) => string[] },
): DesignPart =>
  part({
    names: [key],
    parse: (typed) => ({ [key]: parse(typed[key]) }),
    format: (content) => ({ [key]: (valueOf(content, key) as readonly string[]).join('\n') }),
    control: (state) => textArea({ ...bind(state)(key), label: t(label), hint: t(hint), rows: 4 }),
  });

/** An optional URL, `url` in the form. */
export const address = (key: string, what: Message): DesignPart =>
  part({
    names: ['url'],
    addresses: ['url'],
    parse: (typed) => ({ [key]: parseWebAddress('url', typed.url, what) }),
    format: (content) => ({ url: (valueOf(content, key) as string | null) ?? '' }),
    control: (state) =>
      textField({
        ...bind(state)('url'),
        label: t('Destination'),
        required: false,
        type: 'url',
        placeholder: 'https://',
        autocomplete: 'off',
      }),
  });

/** A button: its text and its URL, both or neither. */
export function buttonAndAddress(text: DesignPart, url: DesignPart): DesignPart {
  const both = row(text, url);
  return {
    ...both,
    parse: (typed) => {
      const parsed = both.parse(typed);
      const [label, to] = [text, url].map((each) => Object.values(each.parse(typed))[0] as string | null);
      if (label && !to) throw invalid('url', msg('Enter the button URL'));
      if (to && !label) throw invalid('button', msg('Enter the button label'));
      return parsed;
    },
  };
}

/** A picture: uploaded, or at an external URL. */
export const picture = (
  { name, kind, required }: PictureField,
  { label, hint }: { label: Message; hint: Message },
): DesignPart =>
  part({
    names: [`${name}_address`, `remove_${name}`],
    addresses: [`${name}_address`],
    pictures: [{ name, kind, ...(required && { required }) }],
    parse: () => ({}),
    format: (content) => {
      const stored = valueOf(content, name) as DesignPicture | null;
      return { [`${name}_address`]: stored && isExternal(stored) ? stored : '' };
    },
    control: (state, pictures) =>
      pictureFields({
        state,
        name,
        label: t(label),
        hint: t(hint),
        current: pictures[name] ?? null,
        isRemovable: !required,
      }),
  });

/** The property `colors`. */
export const colors: DesignPart = part({
  names: ['own_colors', 'background', 'accent'],
  parse: ({ own_colors, background = '', accent = '' }) => ({
    colors:
      own_colors === undefined
        ? null
        : { background: parseOwnColor('background', background), accent: parseOwnColor('accent', accent) },
  }),
  format: (content) => colorValues(valueOf(content, 'colors') as PageColors | null),
  control: (state) => colorFields(state),
});
