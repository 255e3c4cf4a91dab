import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused, type FormState } from '../../web/form.ts';
import { agentAddresses } from '../addresses.ts';
import { listGrants, revokeGrant } from '../../social/apps/grants.ts';
import { parseMoney } from '../../social/wallet/money.ts';
import { skills } from '../skills/skills.ts';
import { disconnectAgents, getAgent, limitAgent, listActs, listAgents } from './own-agents.ts';
import type { AgentLimits } from './own-agents.ts';
import { agentsView, agentView } from './views.ts';

const member = pagesFor('member');

const Limits = {
  skills: Type.Optional(
    Type.Union([Type.String({ maxLength: 60 }), Type.Array(Type.String(), { maxItems: 60 })]),
  ),
  friendsOnly: Type.Optional(Type.String({ maxLength: 10 })),
  dailyPosts: Type.Optional(Type.String({ maxLength: 10, default: '' })),
  dailySpending: Type.Optional(Type.String({ maxLength: 20, default: '' })),
};

interface TypedLimits {
  skills?: string | string[] | undefined;
  friendsOnly?: string | undefined;
  dailyPosts?: string | undefined;
  dailySpending?: string | undefined;
}

/** All boxes checked means no limit. */
function parseLimits(
  { config }: Pick<App, 'config'>,
  { skills: chosen = [], friendsOnly, dailyPosts = '', dailySpending = '' }: TypedLimits,
): AgentLimits {
  const named = [chosen].flat();
  const known = skills.filter(({ id }) => named.includes(id)).map(({ id }) => id);
  if (known.length === 0) throw invalid('skills', msg('Choose at least one skill, or disconnect the agent'));
  if (!/^\d{0,4}$/.test(dailyPosts) || dailyPosts === '0' || Number(dailyPosts) > 1000)
    throw invalid('dailyPosts', msg('Posts per day must be a number from 1 to 1000, or empty'));
  return {
    skills: known.length === skills.length ? null : known,
    friendsOnly: friendsOnly !== undefined && friendsOnly !== '',
    dailyPosts: dailyPosts === '' ? null : Number(dailyPosts),
    dailySpending:
      dailySpending.trim() === '' ? null : parseMoney(config, dailySpending, { field: 'dailySpending' }),
  };
}

async function showAgent(app: App, viewer: Viewer, id: string, before?: string, state?: FormState) {
  const agent = await getAgent(app, viewer, id);
  return agentView({
    currency: app.config.CURRENCY,
    agent,
    skills,
    acts: await listActs(app, agent.id, before),
    state,
  });
}

export const agentSettingsPages = [
  member.get({
    path: '/settings/agents',
    handle: async ({ app, viewer }) =>
      agentsView(
        await listAgents(app, viewer),
        await listGrants(app, viewer),
        agentAddresses(app.config).guide,
      ),
  }),
  // Apps had a page of their own.
  member.get({ path: '/settings/apps', handle: () => movedTo('/settings/agents') }),
  member.post({
    path: '/settings/agents/apps/revoke',
    verb: revokeGrant,
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await revokeGrant(app, viewer, body.id);
      return redirect('/settings/agents', { kind: 'success', text: t('App access revoked') });
    },
  }),
  member.get({
    path: '/settings/agents/:id',
    params: ById,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: ({ app, viewer, params, query }) => showAgent(app, viewer, params.id, query.before),
  }),
  member.post({
    path: '/settings/agents/:id',
    verb: limitAgent,
    params: ById,
    body: Type.Object(Limits),
    handle: async ({ app, viewer, params, body }) => {
      await limitAgent(app, viewer, params.id, parseLimits(app, body));
      return redirect(`/settings/agents/${params.id}`, { kind: 'success', text: t('Limits saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showAgent(
        app,
        viewer,
        params.id,
        undefined,
        refused({ dailyPosts: '', dailySpending: '', ...body }, problem),
      ),
  }),
  member.post({
    path: '/settings/agents/disconnect',
    verb: disconnectAgents,
    handle: async ({ app, viewer }) => {
      await disconnectAgents(app, viewer);
      return redirect('/settings/agents', { kind: 'success', text: t('All agents disconnected') });
    },
  }),
  member.post({
    path: '/settings/agents/:id/disconnect',
    verb: disconnectAgents,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await disconnectAgents(app, viewer, params.id);
      return redirect('/settings/agents', { kind: 'success', text: t('Agent disconnected') });
    },
  }),
];
