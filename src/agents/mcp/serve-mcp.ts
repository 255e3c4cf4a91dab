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

/**
 * Handles one request of the Model Context Protocol (Streamable HTTP) without a session. The response is
 * JSON.
 */
export async function serveMcp(app: App, call: McpCall): Promise<RawAnswer> {
  const { name } = await getSiteSettings(app);
  // The tools are skills with JSON Schemas. The SDK's McpServer accepts only Zod schemas.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the replacement needs Zod schemas; tools have JSON Schema
  const server = new Server({ name, version: '4.2.1' }, { capabilities: { tools: {} } });
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
