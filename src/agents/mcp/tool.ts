import { hash } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { beyondScopes, ScopeProblem } from '../../platform/http/agent-scopes.ts';
import type { ActingAgent, Caller, Client } from '../../platform/http/caller.ts';
import { t } from '../../web/translation/translate.ts';
import { type Skill, toolFields } from '../skill.ts';
import { RpcError } from '../tasks/rpc.ts';
import { runMessage } from '../tasks/send-message.ts';

/** The hints of a tool, which assistants show before they run it. */
interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export type ObjectSchema = Readonly<Record<string, unknown>> & { type: 'object' };

/** What assistants see of a tool. */
interface ToolShape {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: Hints & { title: string };
}

/** Who calls a tool, and the App with the rules of verbs for the request. */
export interface ToolCall {
  app: App;
  viewer: Viewer;
  caller: Caller;
  client: Client;
}

/** A tool of the Model Context Protocol: a verb that pages and the API call as well. */
export interface McpTool {
  shape: ToolShape;
  /** Returns the result. Throws a `Problem` with the reason for a refusal. */
  run: (call: ToolCall, given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}

/** A result as data, and in words for assistants that do not read data. */
export interface ToolResult {
  text: string;
  data: object;
  /** Whether it is a refusal with data, such as a price. */
  isError?: boolean;
  /** Beside the result, by protocols over this one. */
  meta?: Readonly<Record<string, unknown>>;
}

/** A tool for one request. `meta` is what clients send beside the arguments. */
export interface BoundTool {
  shape: ToolShape;
  run: (
    given: Readonly<Record<string, unknown>>,
    meta: Readonly<Record<string, unknown>>,
  ) => Promise<ToolResult>;
}

export const bindTool = (call: ToolCall, { shape, run }: McpTool): BoundTool => ({
  shape,
  run: (given) => run(call, given),
});

/** A tool that another module offers beside the skills. It publishes nothing and is free. */
export interface FreeTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** Throws a `Problem` with the reason for a failure. */
  run: (app: App, viewer: Viewer, input: Readonly<Record<string, unknown>>) => Promise<object>;
}

/** Describes a skill as a tool, whose arguments are its input. */
export const skillTool = (skill: Skill): McpTool => ({
  shape: {
    name: skill.id,
    title: skill.name,
    description: skill.description,
    inputSchema: { ...skill.input, type: 'object' },
    outputSchema: { ...skill.output, type: 'object' },
    annotations: {
      title: skill.name,
      readOnlyHint: skill.isRead,
      destructiveHint: false,
      idempotentHint: !skill.publishes,
      openWorldHint: false,
    },
  },
  run: ({ app, viewer, caller }, given) => runSkill(app, { agent: agentOf(caller), viewer }, skill, given),
});

export const freeTool = (tool: FreeTool): McpTool => {
  const { name, title, description, inputSchema, outputSchema, run } = tool;
  return {
    shape: {
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    },
    run: async ({ app, viewer, caller }, given) => {
      const beyond = beyondScopes(caller.agent, 'tools');
      if (beyond) throw beyond;
      const data = await run(app, viewer, given);
      return { text: JSON.stringify(data), data: { ...data } };
    },
  };
};

/** Skills are for agents: their actions are recorded, and labeled with the agent's name. */
function agentOf({ agent }: Caller): ActingAgent {
  if (agent) return agent;
  throw new Problem('forbidden', 'This tool is for connected apps and agents');
}

/** Refusals of a tool that are results with the reason, which a model can act on. Other errors are ours. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof ScopeProblem) return undefined;
  if (error instanceof RpcError) return error.message;
  if (!(error instanceof Problem) || error.status >= 500) return undefined;
  const text = t(error.text);
  return error.field && !text.includes(error.field) ? `${error.field}: ${text}` : text;
}

/** An argument that is ignored would do something else than what was meant. */
export function refuseUnknownArguments(
  { properties = {} }: Readonly<{ type?: unknown; properties?: unknown }>,
  given: Readonly<Record<string, unknown>>,
): void {
  const known = Object.keys(properties as object);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Problem(
      'invalid',
      `There is no argument ${unknown.slice(0, 100)}. The arguments are ${known.join(', ')}`,
    );
}

/** Runs a skill the same way as a message. */
async function runSkill(
  app: App,
  actor: { agent: ActingAgent; viewer: Viewer },
  skill: Skill,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  refuseUnknownArguments(skill.input, given);
  const { text = '', ...metadata } = given;
  if (typeof text !== 'string') throw new Problem('invalid', 'text must be a string');
  const task = await runMessage(app, actor, {
    skill,
    text: text.toWellFormed(),
    metadata,
    fields: toolFields,
    messageId: undefined,
    contextId: undefined,
    taskId: undefined,
    fingerprint: hash('sha256', text, 'buffer'),
  });
  const { text: said = '', data = {} } = task.outcome ?? {};
  if (task.state !== 'completed') throw new Problem('forbidden', said);
  return { text: skill.isRead ? JSON.stringify(data, undefined, 1) : said, data };
}
