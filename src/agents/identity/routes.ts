import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { agentAddresses, agentAuth } from '../addresses.ts';
import { isInNetworks, getAgentSettings } from './agent-settings.ts';
import { registrationLimit } from './registration-limit.ts';
import { registerAgent } from './register-agent.ts';
import { IdentityRecord, toIdentityRecord } from './wire.ts';

const tag = 'Agents';

/** Registrations of auth.md that are not offered, with their error codes. */
const notEnabled: Readonly<Record<string, string>> = {
  service_auth: 'service_auth_not_enabled',
  identity_assertion: 'issuer_not_enabled',
};

export const identityRoutes = [
  endpoint({
    method: 'POST',
    path: '/agent/identity',
    summary: 'Register an agent',
    description:
      'Gives the agent its own identity, which acts for no one until a person approves its claim. JSON or form.',
    tag,
    access: 'anyone',
    limit: registrationLimit,
    body: Type.Object({
      type: Type.String({ maxLength: 100, description: 'The type of registration: `anonymous`' }),
      name: Type.Optional(
        Type.String({
          maxLength: 200,
          description: "The agent's name, which people see when they approve it",
        }),
      ),
    }),
    returns: IdentityRecord,
    example: { type: 'anonymous', name: 'Reading list' },
    handle: async ({ app, body, client }) => {
      const elsewhere = Object.hasOwn(notEnabled, body.type) ? notEnabled[body.type] : undefined;
      if (elsewhere !== undefined)
        throw new Problem('forbidden', t('Agents register here with the type anonymous'), {
          field: 'type',
          code: elsewhere,
        });
      if (body.type !== 'anonymous')
        throw new Problem('invalid', t('type must be anonymous'), { field: 'type', code: 'invalid_request' });
      const { registration, blockedNetworks } = await getAgentSettings(app);
      if (!registration || isInNetworks(blockedNetworks, client.address))
        throw new Problem('forbidden', t('Agents cannot register at the moment'), {
          code: 'anonymous_not_enabled',
        });
      const { address, userAgent } = client;
      const registered = await registerAgent(app, { name: body.name ?? '', address, userAgent });
      return toIdentityRecord(registered, {
        ...agentAuth(app.config),
        claim: agentAddresses(app.config).claim,
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/agent/identity',
    summary: 'Retrieve the guide for registering and claiming an agent',
    tag,
    access: 'anyone',
    returns: Type.Unsafe<ReturnType<typeof agentAuth>>(Type.Object({}, { additionalProperties: true })),
    handle: ({ app }) => agentAuth(app.config),
  }),
];
