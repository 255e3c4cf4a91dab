import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Problem } from '../../kernel/problem.ts';
import { ScopeProblem } from '../../platform/http/agent-scopes.ts';
import { RawAnswer } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { type BoundTool, refusalOf } from './tool.ts';
import type { App } from '../../platform/app.ts';

/** The server below the library's own tools, whose schemas are of another library. */
type RawServer = McpServer['server'];

/** A prompt that a person chooses, with its arguments. */
export interface McpPrompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  text: (given: Readonly<Record<string, string>>) => string;
}

/** A page that can be read as Markdown by its address. */
export interface McpResources {
  listed: readonly { uri: string; name: string; title: string; description: string }[];
  templates: readonly { uriTemplate: string; name: string; title: string; description: string }[];
  /** Throws a `Problem` of kind `missing` for anything else. */
  read: (uri: string) => Promise<string>;
}

/** What one service offers by the protocol. */
export interface McpService {
  /** The service's public address. */
  base: string;
  name: string;
  title: string;
  /** Shown to the model once. */
  instructions: string;
  tools: readonly BoundTool[];
  prompts: readonly McpPrompt[];
  resources: McpResources | undefined;
}

interface McpRequest {
  /** The raw request body. */
  text: string;
  /** Headers of the request that the protocol reads. */
  headers: Readonly<Record<string, string>>;
}

/** Lists depend on the person's settings, which seldom change. */
const cached = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * Handles one request of the Model Context Protocol without a session: of the version 2026-07-28, and of those with a
 * handshake. The response is JSON, so there are no subscriptions, whose streams have no end. Throws `ScopeProblem` if the
 * token lacks a scope.
 */
export async function serveMcp(
  app: Pick<App, 'log'>,
  service: McpService,
  { text, headers }: McpRequest,
): Promise<RawAnswer> {
  // One request is one call, as it is counted.
  if (text.trimStart().startsWith('['))
    throw new Problem('invalid', 'Batches are not supported: send one message at a time');
  const lacking: { scope?: ScopeProblem } = {};
  const create = () => createServer(app, service, lacking);
  const request = new Request(`${service.base}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: text,
  });
  const answer = (await isLegacyRequest(request.clone()))
    ? await serveLegacy(create(), request)
    : await createMcpHandler(create, { legacy: 'reject', responseMode: 'json', maxSubscriptions: 0 }).fetch(
        request,
      );
  if (lacking.scope) {
    await answer.body?.cancel();
    throw lacking.scope;
  }
  return new RawAnswer(
    answer.status,
    answer.headers.get('content-type') ?? 'application/json',
    await answer.text(),
  );
}

/** Clients of 2025 get JSON as before. */
async function serveLegacy(server: RawServer, request: Request): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = await transport.handleRequest(request);
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
  } finally {
    await server.close();
  }
}

function createServer(
  app: Pick<App, 'log'>,
  service: McpService,
  lacking: { scope?: ScopeProblem },
): RawServer {
  const { base, name, title, instructions, tools, prompts, resources } = service;
  const { server } = new McpServer(
    {
      name,
      title,
      version: '4.2.1',
      websiteUrl: base,
      icons: [{ src: `${base}/icon-192.png`, mimeType: 'image/png', sizes: ['192x192'] }],
    },
    {
      capabilities: { tools: {}, prompts: {}, ...(resources && { resources: {} }) },
      instructions,
      cacheHints: { 'tools/list': cached, 'prompts/list': cached, 'server/discover': cached },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ shape }) => shape) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ shape }) => shape.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool');
    try {
      const { text, data, isError, meta } = await tool.run(params.arguments ?? {}, { ...params._meta });
      return {
        content: [{ type: 'text', text }],
        structuredContent: { ...data },
        ...(isError && { isError }),
        ...(meta && { _meta: { ...meta } }),
      };
    } catch (error) {
      if (error instanceof ScopeProblem) lacking.scope = error;
      const refusal = refusalOf(error);
      if (refusal === undefined) throw ownFault(app, error);
      return { content: [{ type: 'text', text: refusal }], isError: true };
    }
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: [...given],
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(prompts, params));
  if (resources) offerResources(app, server, resources, lacking);
  return server;
}

function getPrompt(
  prompts: readonly McpPrompt[],
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
) {
  const prompt = prompts.find((each) => each.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt');
  const absent = prompt.arguments.find((each) => each.required && !given[each.name]);
  if (absent) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${absent.name} is required`);
  const text = prompt.text(given);
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  };
}

function offerResources(
  app: Pick<App, 'log'>,
  server: RawServer,
  { listed, templates, read }: McpResources,
  lacking: { scope?: ScopeProblem },
): void {
  const mimeType = 'text/markdown';
  server.setRequestHandler('resources/list', () => ({
    resources: listed.map((each) => ({ ...each, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map((each) => ({ ...each, mimeType })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    try {
      return { contents: [{ uri, mimeType, text: await read(uri) }] };
    } catch (error) {
      if (error instanceof ScopeProblem) lacking.scope = error;
      if (!(error instanceof Problem) || error.status >= 500) throw ownFault(app, error);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, t(error.text), { uri });
    }
  });
}

/** The log has the cause. Its text can name tables and files. */
function ownFault(app: Pick<App, 'log'>, error: unknown): ProtocolError {
  if (!(error instanceof ScopeProblem))
    app.log.error({ err: error }, 'a call by the Model Context Protocol failed');
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side');
}
