import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { createHash } from 'node:crypto';
import { Problem } from '../kernel/problem.ts';
import type { App } from '../platform/app.ts';
import type { ActingAgent, Viewer } from '../platform/http/caller.ts';
import { RawAnswer } from '../platform/http/endpoint.ts';
import { getSiteSettings } from '../platform/settings/site-settings.ts';
import { type Skill, toolFields } from './skill.ts';
import { RpcError } from './tasks/rpc.ts';
import { sendMessage } from './tasks/send-message.ts';
import { t } from '../web/translation/translate.ts';

/** A tool that another module offers beside the skills. It publishes nothing and is free. */
export interface FreeTool extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'
> {
  /** Throws a `Problem` with the reason for a failure. */
  run: (app: App, viewer: Viewer, input: Readonly<Record<string, unknown>>) => Promise<object>;
}

interface McpCall {
  agent: ActingAgent;
  viewer: Viewer;
  skills: readonly Skill[];
  freeTools: readonly FreeTool[];
  /** The raw request body, which the MCP library parses. */
  text: string;
  protocolVersion: string;
}

/** Shown to the model once. */
const instructions = (site: string, member: string) =>
  `These tools act as ${member} on ${site}. What they publish is visible to others at once, and is moderated and limited like ${member}'s own posts. ` +
  'A post is for friends unless privacy is "public"; questions and answers are public. ' +
  'Publish only what the person asked for, and use search and read to find the id of a post before acting on it. ' +
  'Results with "held": true wait for a moderator; do not send them again.';

/**
 * Handles one request of the Model Context Protocol (Streamable HTTP) without a session. The response is
 * JSON.
 */
export async function serveMcp(app: App, call: McpCall): Promise<RawAnswer> {
  const { name } = await getSiteSettings(app);
  // The tools are skills with JSON Schemas. The SDK's McpServer accepts only Zod schemas.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the replacement needs Zod schemas; tools have JSON Schema
  const server = new Server(
    { name, version: '4.2.1', websiteUrl: app.config.plazaUrl },
    { capabilities: { tools: {} }, instructions: instructions(name, call.viewer.name) },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...call.skills.map(toTool), ...call.freeTools.map(freeToolShape)],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const free = call.freeTools.find(({ name }) => name === params.name);
    if (free) return callFreeTool(app, call.viewer, free, params.arguments ?? {});
    const skill = call.skills.find(({ id }) => id === params.name);
    if (!skill) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool');
    return callTool(app, call, skill, params.arguments ?? {});
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = await transport.handleRequest(
      new Request(`${app.config.plazaUrl}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(call.protocolVersion !== '' && { 'mcp-protocol-version': call.protocolVersion }),
        },
        body: call.text,
      }),
    );
    return new RawAnswer(
      answer.status,
      answer.headers.get('content-type') ?? 'application/json',
      await answer.text(),
    );
  } finally {
    await server.close();
  }
}

/** Describes a skill as a tool, whose arguments are its input. */
const toTool = (skill: Skill): Tool => ({
  name: skill.id,
  title: skill.name,
  description: skill.description,
  inputSchema: { ...skill.input },
  outputSchema: { ...skill.output },
  annotations: {
    title: skill.name,
    readOnlyHint: skill.isRead,
    destructiveHint: false,
    idempotentHint: !skill.publishes,
    openWorldHint: false,
  },
});

/** Runs a tool call the same way as a message. A refusal is a result with the reason. */
async function callTool(
  app: App,
  actor: { agent: ActingAgent; viewer: Viewer },
  skill: Skill,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { properties } = skill.input;
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
    if (error instanceof RpcError || (error instanceof Problem && error.status < 500))
      return refusal(error instanceof Problem ? t(error.text) : error.message);
    throw error;
  }
}

const freeToolShape = (tool: FreeTool): Tool => ({
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
async function callFreeTool(
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
    return refusal(error.field ? `${error.field}: ${t(error.text)}` : t(error.text));
  }
}

/** Results are included as text as well, for assistants that do not read structured content. */
const answerText = (skill: Skill, said: string, data: object) =>
  skill.isRead ? JSON.stringify(data, undefined, 1) : said;

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
