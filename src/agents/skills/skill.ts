import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** An agent's message: its text and metadata. */
export interface SkillInput {
  text: string;
  metadata: Readonly<Record<string, unknown>>;
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
  description: string;
  tags: readonly string[];
  examples: readonly string[];
  /** JSON Schema of `metadata`. Shown by MCP and the agent skill documents. */
  metadata: Readonly<Record<string, { type: 'string'; description: string; enum?: readonly string[] }>>;
  required: readonly string[];
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
