import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { invalid, type FieldError, changeMessage } from '../kernel/problem.ts';
import type { App, Rules, Viewer } from '../platform/app.ts';
import { shapeCheck } from '../platform/http/input/validation.ts';

/** An action of agents: a verb that pages and the API call as well, with the schema of its input. */
export interface Skill {
  id: string;
  name: string;
  /** Names no field, because A2A and MCP name them differently. */
  description: string;
  tags: readonly string[];
  examples: readonly string[];
  /** The verb that is called, whose rules hold for the agent's member. */
  verb?: { readonly rules: Rules };
  /** The arguments of a tool of MCP. By A2A, `text` is the message, and the others are its metadata. */
  input: TObject;
  /** The schema of `Outcome.data`. */
  output: TObject;
  /** Whether it publishes something. Counts toward the member's daily limit, and runs once per message id. */
  publishes: boolean;
  /** Whether it is read-only. */
  isRead: boolean;
  /**
   * Checks the input and returns the work. A `Problem` thrown here is an invalid call. A `Problem` thrown by
   * the work is a refusal.
   */
  prepare: (app: App, viewer: Viewer, input: never) => Promise<(app: App) => Promise<SkillResult>>;
}

/** The result of a skill. */
export interface SkillResult {
  /** A sentence for the agent and its member. */
  text: string;
  /** The same result as data: ids, addresses, results. */
  data: Readonly<Record<string, unknown>>;
}

/** Declares a skill, whose input has no other fields than the declared ones. */
export const skill = <I extends TProperties, O extends TProperties>(
  declared: Omit<Skill, 'input' | 'output' | 'prepare'> & {
    input: I;
    output: O;
    prepare: (
      app: App,
      viewer: Viewer,
      input: Static<TObject<I>>,
    ) => Promise<(app: App) => Promise<{ text: string; data: Static<TObject<O>> & SkillResult['data'] }>>;
  },
): Skill => ({
  ...declared,
  input: Type.Object(declared.input, { additionalProperties: false }),
  output: Type.Object(declared.output),
});

/** One of several words. */
export const wordOf = <Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description }));

/** The post, question or article that a skill is about. */
export const targetParameter = (description: string) => Type.String({ maxLength: 2000, description });

const places = /^\/(?:posts|articles|questions|forums\/threads)\/(\d{1,18})(?:\/|$)/;

/** Returns the id of a target: an id, or the URL of its page. */
export function parseSkillTarget(given: string): string {
  const id = /^\d{1,18}$/.test(given) ? given : places.exec(URL.parse(given)?.pathname ?? '')?.[1];
  if (id === undefined) throw invalid('target', 'target must be the id of a post, or its address here');
  return id;
}

/** What an agent sent: a text and metadata by A2A, arguments by MCP. */
export interface SkillInput {
  text: string;
  metadata: Readonly<Record<string, unknown>>;
  /** The names of the fields in errors. */
  fields: typeof messageFields | typeof toolFields;
}

/** The fields of a message in A2A. */
export const messageFields = { text: 'message.parts', prefix: 'metadata.' } as const;
/** The arguments of a tool in MCP. */
export const toolFields = { text: 'text', prefix: '' } as const;

/** The fields of a skill but its text: its metadata in A2A. */
export const metadataOf = ({ input }: Skill) => {
  const properties = input.properties as Record<string, { description: string; enum?: readonly string[] }>;
  const metadata = Object.entries(properties).filter(([name]) => name !== 'text');
  return metadata.map(([name, { description, enum: words }]) => ({
    name,
    description,
    words,
    isRequired: (input.required as readonly string[]).includes(name),
  }));
};

/** The meaning of the message's text. */
export const textMeaning = ({ input }: Skill): string =>
  (input.properties.text as { description?: string } | undefined)?.description ?? 'Not needed.';

/** Describes a skill for A2A, whose cards have no schema of the metadata. */
export function describeForMessages(skill: Skill): string {
  const fields = metadataOf(skill).map(
    ({ name, description, words, isRequired }) =>
      `metadata.${name}${isRequired ? ' (required)' : ''}: ${description}${words ? `, one of ${words.join(', ')}` : ''}.`,
  );
  return [skill.description, ...fields].join(' ');
}

const checks = new WeakMap<Skill, (value: unknown) => void>();

/**
 * Validates what an agent sent and returns the input of the skill. Clients send metadata for others as well, so
 * only the declared fields are read. Empty values are omitted ones, and ids may be numbers.
 */
export function parseInput(skill: Skill, { text, metadata }: SkillInput): never {
  const given = Object.fromEntries(
    Object.keys(skill.input.properties).flatMap((name) => {
      const value = name === 'text' ? text : metadata[name];
      if (value === undefined || value === null || (value === '' && name !== 'text')) return [];
      return [[name, typeof value === 'number' ? String(value) : value]];
    }),
  );
  const check = checks.get(skill) ?? shapeCheck(skill.input);
  checks.set(skill, check);
  check(given);
  return given as never;
}

/** Names the field of an error as the protocol does: `metadata.target`. */
export function toProtocolField({ field, message }: FieldError, fields: SkillInput['fields']): FieldError {
  if (field === '') return { field, message };
  const name = field === 'text' ? fields.text : `${fields.prefix}${field}`;
  return {
    field: name,
    message: changeMessage(message, (text) =>
      text.startsWith(`${field} `) ? name + text.slice(field.length) : text,
    ),
  };
}
