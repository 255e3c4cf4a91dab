import { Type } from 'typebox';
import { Problem } from '../kernel/problem.ts';
import { jsonProblem } from '../platform/http/input/parsers.ts';
import { trustedOrigins } from '../platform/http/origins.ts';
import { operations } from '../platform/http/endpoint.ts';
import { getAgentSettings } from './identity/agent-settings.ts';
import type { FreeTool } from './serve-mcp.ts';
import { skills } from './skills/skills.ts';
import { refuseOtherTypes } from './tasks/rpc.ts';

export const mcpRoutes = (freeTools: readonly FreeTool[]) => [
  operations('Agents', 'member').post({
    path: '/mcp',
    summary: 'Call the skills as tools of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions: each POST is one JSON-RPC message and is answered as JSON. GET streams are not supported. Uses the same tokens and limits as /a2a.',
    body: Type.Object({
      jsonrpc: Type.Literal('2.0'),
      id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
      method: Type.String(),
      params: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    returns: Type.Unsafe<unknown>(Type.Object({}, { additionalProperties: true })),
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    handle: async ({ app, caller, client, body }) => {
      const { agent, viewer } = caller;
      // As the protocol requires, against pages that reach a server by another name.
      if (
        client.origin !== '' &&
        client.origin !== app.config.plazaUrl &&
        !trustedOrigins(app).includes(client.origin)
      )
        throw new Problem('forbidden', 'Scripts of this origin may not call the server');
      if (!agent) throw new Problem('unauthenticated', 'Send the access token as Authorization: Bearer');
      if (!viewer) {
        client.setHeader('www-authenticate', 'Bearer realm="api", error="insufficient_scope", scope="api"');
        throw new Problem('forbidden', 'No one has approved this agent yet', { code: 'insufficient_scope' });
      }
      refuseOtherTypes(client.contentType);
      const text = body as unknown as string | undefined;
      const excess = text === undefined ? undefined : jsonProblem(text);
      if (excess) throw excess;
      const { disabledSkills } = await getAgentSettings(app);
      // Lazily imported: the MCP library is large, and few installations get a call every hour.
      const { serveMcp } = await import('./serve-mcp.ts');
      return serveMcp(app, {
        agent,
        viewer,
        skills: skills.filter(
          ({ id }) => !disabledSkills.includes(id) && (agent.skills?.includes(id) ?? true),
        ),
        freeTools,
        text: text ?? '',
        protocolVersion: client.mcpVersion,
      });
    },
  }),
];
