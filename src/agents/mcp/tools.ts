import { createHash } from 'node:crypto';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { ActingAgent, Viewer } from '../../platform/http/caller.ts';
import { toolFields, type Skill } from '../skills/skill.ts';
import { RpcError } from '../tasks/rpc.ts';
import { sendMessage } from '../tasks/send-message.ts';
import type { FreeTool } from './free-tool.ts';

/** Converts a skill to a tool whose arguments are its text and its metadata. */
export const toTool = (skill: Skill): Tool => ({
  name: skill.id,
  title: skill.name,
  description: skill.description,
  inputSchema: {
    type: 'object',
    properties: {
      ...(skill.needsText && { text: { type: 'string', description: skill.text } }),
      ...skill.metadata,
    },
    required: [...(skill.needsText ? ['text'] : []), ...skill.required],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: skill.output, required: Object.keys(skill.output) },
  annotations: {
    title: skill.name,
    readOnlyHint: skill.isRead,
    destructiveHint: false,
    idempotentHint: !skill.publishes,
    openWorldHint: false,
  },
});

/** Runs a tool call the same way as a message. A refusal is a result with the reason. */
export async function callTool(
  app: App,
  actor: { agent: ActingAgent; viewer: Viewer },
  skill: Skill,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { properties = {} } = toTool(skill).inputSchema;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  // An argument that is ignored would publish something else than what was meant.
  if (unknown !== undefined)
    return refusal(
      `There is no argument ${unknown.slice(0, 100)}. The arguments are ${Object.keys(properties).join(', ')}`,
    );
  const { text = '', ...metadata } = given;
  if (typeof text !== 'string') return refusal('text must be a string');
  try {
    const task = await sendMessage(app, actor, {
      skill,
      text: text.toWellFormed(),
      metadata,
      fields: toolFields,
      messageId: undefined,
      contextId: undefined,
      taskId: undefined,
      fingerprint: createHash('sha256').update(text).digest(),
    });
    const { text: said = '', data = {} } = task.outcome ?? {};
    if (task.state !== 'completed') return refusal(said);
    return { content: [{ type: 'text', text: answerText(skill, said, data) }], structuredContent: data };
  } catch (error) {
    if (error instanceof RpcError) return refusal(error.message);
    throw error;
  }
}

export const freeToolShape = (tool: FreeTool): Tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema,
  annotations: {
    title: tool.title ?? tool.name,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
});

/** Runs a free tool. A refusal is a result with the reason. */
export async function callFreeTool(
  app: App,
  viewer: Viewer,
  { run }: FreeTool,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    const data = await run(app, viewer, given);
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(error.field ? `${error.field}: ${error.message}` : error.message);
  }
}

/** Results are included as text as well, for assistants that do not read structured content. */
const answerText = (skill: Skill, said: string, data: object) =>
  skill.isRead ? JSON.stringify(data, undefined, 1) : said;

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
