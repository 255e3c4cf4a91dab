import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

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

type Property = Readonly<Record<string, unknown>>;

/** Describes a skill for A2A, whose cards have no schema of the metadata. */
export function describeForMessages({ description, metadata, required }: Skill): string {
  const fields = Object.entries(metadata).map(([name, { description, enum: words }]) => {
    const note = required.includes(name) ? ' (required)' : '';
    return `metadata.${name}${note}: ${description}${words ? `, one of ${words.join(', ')}` : ''}.`;
  });
  return [description, ...fields].join(' ');
}

/** The result of a skill. */
export interface Outcome {
  /** A sentence for the agent and its member. */
  text: string;
  /** The same result as data: ids, addresses, results. */
  data: Readonly<Record<string, unknown>>;
}

/** An action that agents can perform, using the same function as pages. */
export interface Skill {
  id: string;
  name: string;
  /** Names no field, because A2A and MCP name them differently. */
  description: string;
  tags: readonly string[];
  examples: readonly string[];
  /** JSON Schema of `metadata`. Shown by MCP and the agent skill documents. */
  metadata: Readonly<Record<string, { type: 'string'; description: string; enum?: readonly string[] }>>;
  required: readonly string[];
  /** JSON Schema of the properties of `Outcome.data`, all of which are always there. */
  output: Readonly<Record<string, Property>>;
  /** The meaning of the message's text. */
  text: string;
  needsText: boolean;
  /** Whether it publishes something. Counts toward the member's daily limit, and runs once per message id. */
  publishes: boolean;
  /** Whether it is read-only. */
  isRead: boolean;
  /**
   * Checks the input and returns the work. A `Problem` thrown here is an invalid call. A `Problem` thrown by
   * the work is a refusal.
   */
  prepare: (app: App, viewer: Viewer, input: SkillInput) => Promise<(app: App) => Promise<Outcome>>;
}
