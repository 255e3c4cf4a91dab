import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { mcpJsonProblem } from '../../platform/http/input/parsers.ts';
import { trustedOrigins } from '../../platform/http/origins.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { refuseOtherTypes } from '../tasks/rpc.ts';
import type { McpService } from './serve.ts';
import type { ToolCall } from './tool.ts';

/** Creates what a service offers to the person who calls. */
type Offer = (app: App, viewer: Viewer, call: ToolCall) => Promise<McpService>;

/** What endpoints of the protocol get and send. */
export const mcpMessage = {
  body: Type.Object({
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    method: Type.String(),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  }),
  returns: Type.Unsafe<unknown>(Type.Object({}, { additionalProperties: true })),
  example: { jsonrpc: '2.0' as const, id: 1, method: 'tools/list' },
};

/** The text of a message, which the library parses. Rejects what would cost too much to parse. */
export function textOfMessage({ contentType }: Pick<Client, 'contentType'>, body: unknown): string {
  refuseOtherTypes(contentType);
  const text = (body as string | undefined) ?? '';
  const excess = text === '' ? undefined : mcpJsonProblem(text);
  if (excess) throw excess;
  return text;
}

/** The endpoint of the Model Context Protocol of one service. */
export const mcpRoutes = (base: 'plazaUrl' | 'hopUrl', offer: Offer) => [
  endpoint({
    method: 'POST',
    path: '/mcp',
    tag: 'Agents',
    access: 'member',
    summary: 'Call tools by the Model Context Protocol',
    description:
      'Streamable HTTP without sessions: each POST is one JSON-RPC message and is answered as JSON. Versions 2026-07-28 and, with `initialize`, 2025-11-25 and earlier. GET streams are not supported. Without a token, the response names the authorization server.',
    ...mcpMessage,
    handle: async ({ app, caller, client, body }) => {
      // Types say that a member calls, but an agent that nobody has approved has none.
      const viewer = caller.viewer;
      refuseOtherOrigins(app, client, app.config[base]);
      if (!viewer) {
        client.setHeader('www-authenticate', 'Bearer realm="api", error="insufficient_scope", scope="api"');
        throw new Problem('forbidden', 'No one has approved this agent yet', { code: 'insufficient_scope' });
      }
      const text = textOfMessage(client, body);
      const call = { app, viewer, caller, client };
      const service = await offer(app, viewer, call);
      // Lazily imported: the MCP library is large, and few installations get a call every hour.
      const { serveMcp } = await import('./serve.ts');
      return serveMcp(app, service, { text, headers: client.mcpHeaders });
    },
  }),
];

/** As the protocol requires, against pages that reach a server by another name. */
function refuseOtherOrigins(app: App, { origin }: Client, own: string): void {
  if (origin !== '' && origin !== own && !trustedOrigins(app).includes(origin))
    throw new Problem('forbidden', 'Scripts of this origin may not call the server');
}
