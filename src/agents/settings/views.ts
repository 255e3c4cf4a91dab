import { settings } from '../../identity/components/settings-frame.ts';
import { t } from '../../web/translation/translate.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import { plainMoney } from '../../social/wallet/money.ts';
import { badge, card, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { checkbox, checkboxGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { Grant } from '../../social/apps/grants.ts';
import { choicesOf } from '../oauth/scopes.ts';
import type { Skill } from '../skill.ts';
import type { AgentAction, OwnAgent } from './own-agents.ts';

const here = '/settings/agents';

const limitsOf = ({ skills, friendsOnly, dailyPosts, dailySpending }: OwnAgent): string =>
  [
    skills && t('{count, plural, one {# skill} other {# skills}}', { count: skills.length }),
    friendsOnly && t('friends only'),
    dailyPosts !== null &&
      t('{count, plural, one {# post per day} other {# posts per day}}', { count: dailyPosts }),
    dailySpending !== null && t('spends up to {amount} per day', { amount: plainMoney(dailySpending) }),
  ]
    .filter(Boolean)
    .join(', ') || t('None');

/** What it may do: an app within what the person chose, an agent everything. */
const mayDo = ({ scopes }: OwnAgent): string =>
  scopes === null
    ? t('Everything you can')
    : choicesOf(scopes)
        .map(({ label }) => label)
        .join(', ') || t('Sign you in');

/** A row of the table: an app or agent that acts for the person, or an app that they sign in to. */
interface Connection {
  name: Html | string;
  approvedAt: Date;
  usedAt: Date | null;
  may: string;
  limits: string;
  end: { to: string; fields?: { id: string }; confirm: string };
}

const ofAgent = (agent: OwnAgent): Connection => ({
  name: html`<a href="${here}/${agent.id}">${agent.name}</a>`,
  approvedAt: agent.claimedAt,
  usedAt: agent.usedAt,
  may: mayDo(agent),
  limits: limitsOf(agent),
  end: {
    to: `${here}/${agent.id}/disconnect`,
    confirm: t('Disconnect {name}? It can no longer act as you.', { name: agent.name }),
  },
});

const ofApp = ({ id, name, domain, grantedAt, usedAt }: Grant): Connection => ({
  name: html`${name} <span class="quiet">${domain}</span>`,
  approvedAt: grantedAt,
  usedAt,
  may: t('Sign you in'),
  limits: t('None'),
  end: {
    to: `${here}/apps/revoke`,
    fields: { id },
    confirm: t('Revoke access of {name}? It will no longer be able to read your profile.', { name }),
  },
});

/** Everything that acts for a member, or signs them in elsewhere. */
export const agentsView = (agents: readonly OwnAgent[], apps: readonly Grant[], guide: string): View =>
  settings(
    t('Apps and agents'),
    here,
    html`${table({
      caption: t('Connected apps and agents'),
      rows: [...agents.map(ofAgent), ...apps.map(ofApp)],
      columns: [
        { label: t('Name'), main: true, cell: ({ name }) => name },
        { label: t('It can'), cell: ({ may }) => may },
        { label: t('Approved'), cell: ({ approvedAt }) => relativeTime(approvedAt) },
        { label: t('Last used'), cell: ({ usedAt }) => (usedAt ? relativeTime(usedAt) : t('Never')) },
        { label: t('Limits'), cell: ({ limits }) => limits },
        {
          label: t('Disconnect'),
          hideLabel: true,
          align: 'end',
          cell: ({ end }) => buttonForm({ ...end, label: t('Disconnect'), kind: 'danger', small: true }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No connected apps or agents'),
        text: t(
          'AI assistants and programs that act on your behalf, and apps that you sign in to with this account, appear here.',
        ),
        action: html`<a href="${guide}" data-turbo="false">How to connect an agent</a>`,
      }),
    })}
    ${
      agents.length > 1 &&
      buttonForm({
        to: `${here}/disconnect`,
        label: t('Disconnect all agents'),
        kind: 'danger',
        confirm: t('Disconnect all agents? None of them will be able to act as you.'),
      })
    }`,
  );

interface AgentOptions {
  currency: string;
  agent: OwnAgent;
  skills: readonly Skill[];
  acts: CursorPage<AgentAction>;
  state?: FormState | undefined;
}

const tones = { completed: 'success', rejected: 'warning', failed: 'danger', working: 'neutral' } as const;

/** An agent with its limits and its actions. */
export function agentView({ currency, agent, skills, acts, state }: AgentOptions): View {
  return settings(
    agent.name,
    here,
    html`<p><a href="${here}">All apps and agents</a></p>
      ${card({
        title: agent.name,
        lead: html`${mayDo(agent)} · Approved ${relativeTime(agent.claimedAt)} ·
          <code>${agent.publicId}</code>`,
        body: form({
          action: `${here}/${agent.id}`,
          state,
          submit: t('Save limits'),
          body: html`${checkboxGroup({
            name: 'skills',
            label: t('Permissions'),
            hint: t('If any limit is set, the agent can read, use these skills and nothing else.'),
            values: state?.values
              ? (state.values.skills ?? '').split(',')
              : (agent.skills ?? skills.map(({ id }) => id)),
            error: state?.errors?.skills,
            choices: skills.map(({ id, name }) => ({ value: id, label: name })),
          })}
          ${checkbox({
            name: 'friendsOnly',
            label: t('Post for friends only'),
            checked: state?.values ? Boolean(state.values.friendsOnly) : agent.friendsOnly,
          })}
          ${textField({
            name: 'dailyPosts',
            label: t('Posts and comments per day'),
            hint: t('Leave empty for no extra limit.'),
            type: 'number',
            min: 1,
            max: 1000,
            value: state?.values?.dailyPosts ?? agent.dailyPosts ?? '',
            ...(state?.errors?.dailyPosts !== undefined && { error: state.errors.dailyPosts }),
          })}
          ${textField({
            name: 'dailySpending',
            label: t('Daily spending limit ({currency})', { currency }),
            hint: t(
              'The most it can spend from your wallet on paid calls. Leave empty to allow no spending.',
            ),
            inputmode: 'decimal',
            autocomplete: 'off',
            value:
              state?.values?.dailySpending ??
              (agent.dailySpending === null ? '' : plainMoney(agent.dailySpending)),
            ...(state?.errors?.dailySpending !== undefined && { error: state.errors.dailySpending }),
          })}`,
        }),
      })}
      ${card({
        title: t('Activity'),
        flush: true,
        body: table({
          caption: t('Activity of {name}', { name: agent.name }),
          rows: acts.items,
          columns: [
            { label: t('When'), cell: ({ at }) => relativeTime(at) },
            { label: t('Skill'), cell: ({ skill }) => skill },
            { label: t('Request'), main: true, cell: ({ text }) => text.slice(0, 140) || '–' },
            { label: t('Result'), cell: (act) => resultOf(act) },
          ],
          empty: emptyState({
            illustration: 'quiet',
            title: t('Nothing yet'),
            text: t('What this agent posts, reads and searches appears here for 90 days.'),
          }),
        }),
      })}
      ${olderNewer({ older: acts.next !== undefined && `${here}/${agent.id}?before=${acts.next}` })}
      ${buttonForm({
        to: `${here}/${agent.id}/disconnect`,
        label: t('Disconnect {name}', { name: agent.name }),
        kind: 'danger',
        confirm: t('Disconnect {name}? It can no longer act as you.', { name: agent.name }),
      })}`,
  );
}

const resultOf = ({ state, outcome, url }: AgentAction) =>
  html`<div class="agent-result">
    ${badge(state, tones[state as keyof typeof tones])}
    ${url === undefined ? html`<span>${outcome.slice(0, 200)}</span>` : html`<a href="${url}">View result</a>`}
  </div>`;
