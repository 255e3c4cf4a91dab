import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import { isNetwork, getAgentSettings, updateAgentSettings } from '../identity/agent-settings.ts';
import { skills } from '../skills/skills.ts';
import { agentStates, blockAgent, countByDay, listRegistrations } from './registrations.ts';
import { agentSettingsView, registrationsView } from './views.ts';

const operator = pagesFor('operator');
const here = '/operator/agents';

const Settings = Type.Object({
  registration: Type.Optional(Type.String({ maxLength: 10 })),
  skills: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 60 }),
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 }),
    ]),
  ),
  blockedNetworks: Type.String({ maxLength: 20_000, default: '' }),
});

function parseNetworks(typed: string): string[] {
  const networks = typed.split(/\s+/).filter((line) => line !== '');
  const wrong = networks.find((line) => !isNetwork(line));
  if (wrong !== undefined)
    throw invalid(
      'blockedNetworks',
      msg('{wrong} is not an IP address or network', { wrong: wrong.slice(0, 60) }),
    );
  if (networks.length > 500) throw invalid('blockedNetworks', msg('You can block at most 500 networks'));
  return networks;
}

export const agentOperatorPages = [
  operator.get({
    path: here,
    query: Type.Object({
      q: Type.String({ maxLength: 100, default: '' }),
      state: Type.Enum(agentStates, { default: 'all' }),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query }) =>
      registrationsView(await listRegistrations(app, query), query, await countByDay(app)),
  }),
  operator.get({
    path: `${here}/settings`,
    handle: async ({ app }) => agentSettingsView(await getAgentSettings(app), skills),
  }),
  operator.post({
    path: `${here}/settings`,
    verb: updateAgentSettings,
    body: Settings,
    handle: async ({ app, viewer, body }) => {
      const open = [body.skills ?? []].flat();
      const after = {
        registration: body.registration !== undefined && body.registration !== '',
        disabledSkills: skills.map(({ id }) => id).filter((id) => !open.includes(id)),
        blockedNetworks: parseNetworks(body.blockedNetworks),
      };
      await updateAgentSettings(app, viewer, after);
      return redirect(`${here}/settings`, { kind: 'success', text: t('Settings saved') });
    },
    again: async ({ app, body }, problem) =>
      agentSettingsView(
        await getAgentSettings(app),
        skills,
        refused({ registration: '', blockedNetworks: '', ...body }, problem),
      ),
  }),
  operator.post({
    path: `${here}/:id/block`,
    verb: blockAgent,
    params: ById,
    body: Type.Object({ blocked: Type.Enum(['true', 'false']) }),
    handle: async ({ app, viewer, params, body }) => {
      const isBlocked = body.blocked === 'true';
      const name = await blockAgent(app, viewer, params.id, isBlocked);
      return redirect(here, {
        kind: 'success',
        text: isBlocked ? t('{name} is blocked', { name }) : t('{name} is unblocked', { name }),
      });
    },
  }),
];
