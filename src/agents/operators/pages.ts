import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused, buttonForm, form, type FormState } from '../../web/form.ts';
import { isNetwork, getAgentSettings, updateAgentSettings } from '../identity/agent-settings.ts';
import type { AgentSettings } from '../identity/agent-settings.ts';
import { skills } from '../skills/skills.ts';
import { agentStates, blockAgent, countByDay, listRegistrations } from './registrations.ts';
import type { AgentDay, AgentState, ListedAgent, WantedAgents } from './registrations.ts';
import { operator } from '../../identity/components/operator-frame.ts';
import { operatorSearch, searchHref } from '../../identity/components/operator-search.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import { badge, card, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { checkboxGroup, switchField } from '../../web/components/fields/choice-field.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { html, type Html, type View, shortNumber } from '../../web/html.ts';
import type { Skill } from '../skill.ts';

const operatorPage = pagesFor('operator');
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
  operatorPage.get({
    path: here,
    query: Type.Object({
      q: Type.String({ maxLength: 100, default: '' }),
      state: Type.Enum(agentStates, { default: 'all' }),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query }) =>
      registrationsView(await listRegistrations(app, query), query, await countByDay(app)),
  }),
  operatorPage.get({
    path: `${here}/settings`,
    handle: async ({ app }) => agentSettingsView(await getAgentSettings(app), skills),
  }),
  operatorPage.post({
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
  operatorPage.post({
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

const stateNames = (): Readonly<Record<AgentState, string>> => ({
  all: t('All agents'),
  approved: t('Approved'),
  waiting: t('Not approved'),
  disconnected: t('Disconnected'),
  blocked: t('Blocked'),
});
const tones = {
  approved: 'success',
  waiting: 'neutral',
  disconnected: 'neutral',
  blocked: 'danger',
} as const;

/** All agents, and their activity by day. */
const registrationsView = (
  { items, next }: CursorPage<ListedAgent>,
  wanted: WantedAgents,
  byDay: readonly AgentDay[],
): View =>
  operator(
    t('Agents'),
    here,
    html`<div class="button-row">
        ${linkButton({ label: t('Agent settings'), href: `${here}/settings`, icon: 'settings' })}
      </div>
      ${operatorSearch({ action: here, label: t('Name, ID, IP address or username'), ...wanted, states: stateNames(), maxlength: 100 })}
      ${table({
        caption: t('Agents'),
        rows: items,
        columns: [
          {
            label: t('Agent'),
            main: true,
            cell: ({ name, publicId, address }) =>
              html`${name} <small class="handle"><code>${publicId}</code><br />${address}</small>`,
          },
          {
            label: t('Acts for'),
            cell: ({ username }) => (username === null ? t('Nobody') : `@${username}`),
          },
          { label: t('Status'), cell: ({ state }) => badge(stateNames()[state], tones[state]) },
          { label: t('Registered'), cell: ({ createdAt }) => relativeTime(createdAt) },
          { label: t('Last used'), cell: ({ usedAt }) => (usedAt ? relativeTime(usedAt) : t('Never')) },
          { label: t('Block'), hideLabel: true, align: 'end', cell: blockButton },
        ],
        empty: emptyState({
          illustration: 'search',
          title: t('No agents'),
          text: t('Registered agents appear here. Unapproved agents are deleted after a day.'),
        }),
      })}
      ${olderNewer({ older: next !== undefined && searchHref(here, { ...wanted, before: next }) })}
      ${card({ title: t('By day'), lead: t('The last 14 days, in UTC.'), flush: true, body: days(byDay) })}`,
  );

const days = (byDay: readonly AgentDay[]): Html =>
  table({
    caption: t('Agent activity by day'),
    rows: byDay,
    columns: [
      { label: t('Day'), main: true, cell: ({ day }) => day },
      { label: t('Registrations'), align: 'end', cell: ({ registrations }) => shortNumber(registrations) },
      { label: t('Approvals'), align: 'end', cell: ({ claims }) => shortNumber(claims) },
      { label: t('Published'), align: 'end', cell: ({ published }) => shortNumber(published) },
      { label: t('Rejected'), align: 'end', cell: ({ refused }) => shortNumber(refused) },
    ],
    empty: emptyState({ illustration: 'quiet', title: t('Nothing yet'), text: '' }),
  });

const blockButton = ({ id, name, state }: ListedAgent): Html =>
  state === 'blocked'
    ? buttonForm({
        to: `${here}/${id}/block`,
        label: t('Unblock'),
        small: true,
        fields: { blocked: 'false' },
      })
    : buttonForm({
        to: `${here}/${id}/block`,
        label: t('Block'),
        kind: 'danger',
        small: true,
        fields: { blocked: 'true' },
        confirm: t('Block {name}? Its tokens stop working immediately.', { name }),
      });

/** Settings for registration, enabled skills, and blocked networks. */
const agentSettingsView = (settings: AgentSettings, skills: readonly Skill[], state?: FormState): View =>
  operator(
    t('Agent settings'),
    here,
    html`<p><a href="${here}">All agents</a></p>
      ${form({
        action: `${here}/settings`,
        state,
        submit: t('Save'),
        body: card({
          title: t('Agent settings'),
          body: html`${switchField({
            name: 'registration',
            label: t('Agents may register'),
            hint: t('Approved agents keep working when this is off.'),
            checked: state?.values ? state.values.registration === 'on' : settings.registration,
          })}
          ${checkboxGroup({
            name: 'skills',
            label: t('Allowed skills'),
            values: skills.map(({ id }) => id).filter((id) => !settings.disabledSkills.includes(id)),
            choices: skills.map(({ id, name }) => ({ value: id, label: name })),
          })}
          ${textArea({
            name: 'blockedNetworks',
            label: t('Blocked addresses and networks'),
            hint: t(
              'One per line, such as 192.0.2.7 or 2001:db8::/32. Agents cannot register from these networks.',
            ),
            rows: 5,
            value: state?.values?.blockedNetworks ?? settings.blockedNetworks.join('\n'),
            ...(state?.errors?.blockedNetworks !== undefined && { error: state.errors.blockedNetworks }),
          })}`,
        }),
      })}`,
  );
