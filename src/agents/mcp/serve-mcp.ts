import {
  McpError,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { App } from '../../platform/app.ts';
import type { ActingAgent, Viewer } from '../../platform/http/caller.ts';
import { RawAnswer } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import type { Skill } from '../skills/skill.ts';
import type { FreeTool } from './free-tool.ts';
import { callFreeTool, callTool, freeToolShape, toTool } from './tools.ts';

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
