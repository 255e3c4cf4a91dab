import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** An agent's message: its text and metadata. */
export interface SkillInput {
  text: string;
  metadata: Readonly<Record<string, unknown>>;
}

/** The result. */
export interface Outcome {
  /** A sentence for the agent, and for its person. */
  text: string;
  /** The same for programs: ids, addresses, results. */
  data: Readonly<Record<string, unknown>>;
}

/** One thing that agents can do here, over the verb that pages use. */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: readonly string[];
  examples: readonly string[];
  /** JSON Schema of `metadata`, and whether a text is needed: what MCP and the agent skills documents show. */
  metadata: Readonly<Record<string, { type: 'string'; description: string; enum?: readonly string[] }>>;
  required: readonly string[];
  /** The meaning of the message's text. */
  text: string;
  needsText: boolean;
  /** It publishes something: counted against the person's daily bound, and done once for one message id. */
  publishes: boolean;
  /** It changes nothing at all. */
  isRead: boolean;
  /**
   * Checks the input and returns the work. What it throws as a `Problem` is a mistake in the call; what the work throws is a refusal of
   * what was asked.
   */
  prepare: (app: App, viewer: Viewer, input: SkillInput) => Promise<(app: App) => Promise<Outcome>>;
}
