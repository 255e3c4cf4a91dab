import { asLabel, t } from '../../../web/translation/translate.ts';
import { avatar, personRow } from '../../../web/components/people.ts';
import { badge, relativeTime } from '../../../web/components/surfaces.ts';
import { button } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { comment as commentArticle } from '../../../web/components/post.ts';
import { errorSummary, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { formerMember } from '../../chat/conversations/conversation.ts';
import { type CaseDecision, ruleDetail } from '../../moderation/case.ts';
import { trustWords } from '../../moderation/trust.ts';
import { type CardContext, postCard } from '../../posts/components/post-card.ts';
import type { ReportCategory } from '../../reports/categories.ts';
import { renderText } from '../../text/render-text.ts';
import { short } from '../../text/plain.ts';
import type { CaseMessage } from '../messages.ts';
import type { Case } from '../reading.ts';
import { longestDecisionMessage } from '../settle-case.ts';
import { assigneeLine, type AssignmentContext, assignFields, assignForm } from './assignment-view.ts';

export interface CaseContext extends CardContext, Omit<AssignmentContext, 'viewer'> {
  categories: readonly ReportCategory[];
  state: FormState;
}

/** An open case: the content, why it is in the queue, its author, and the decisions available. */
export function caseView(one: Case, context: CaseContext): Html {
  const thing = nounOf(one);
  return html`<article
    class="case"
    id="case-${one.id}"
    tabindex="-1"
    aria-label="${thing} by ${one.author.name}"
  >
    <header class="case-head">
      <input
        class="checkbox row-check"
        type="checkbox"
        form="bulk"
        name="case"
        value="${one.id}"
        aria-label="Select this ${thing} by ${one.author.name}"
      />
      <p>
        ${badge(asLabel(thing))} ${one.heldAt && badge(t('Held'), 'warning')}
        ${one.reports > 0 && badge(t('{count, plural, one {# report} other {# reports}}', { count: one.reports }), 'danger')}
        <span class="case-when">waiting since ${relativeTime(one.openedAt)}</span>
      </p>
    </header>
    ${reasons(one)} ${author(one)}
    ${
      one.above &&
      html`<p class="case-above">
        In reply to
        <a class="link" href="/posts/${one.above.id}">${short(one.above.text, 140) || t('a post')}</a>
      </p>`
    }
    <div class="case-content">${shown(one, context)}</div>
    ${assigneeLine({ ...one, caseId: one.id }, context)} ${decide(one, context)}
  </article>`;
}

function shown(one: Case, context: CardContext): Html {
  if (one.post) return postCard(one.post, context);
  if (one.subject === 'message') return caseMessages(one.messages, one.subjectId);
  if (one.subject === 'person')
    return personRow({
      person: one.author,
      href: `/@${one.author.username}`,
      detail: short(one.text, 300),
    });
  if (one.subject === 'page')
    return html`<div class="held-comment">
      <p><a class="link" href="/pages/${one.username}">${one.title}</a></p>
      <div class="prose">${renderText(one.text, new Map())}</div>
    </div>`;
  return html`<div class="held-comment">
    ${commentArticle({
      id: `${one.kind}-${one.subjectId}`,
      author: one.author,
      authorHref: `/@${one.author.username}`,
      at: one.openedAt,
      body: renderText(one.text, new Map()),
    })}
  </div>`;
}

const reasons = ({ detail, heldAt, score, reports, reasons }: Case): Html =>
  html`<div class="held-reasons">
    ${heldAt && html`<p>Held: ${ruleDetail(detail) || t('flagged for another review by a moderator')}</p>`}
    ${score !== null && html`<p>Spam score ${Math.round(score * 100)} of 100</p>`}
    ${
      reports > 0 &&
      html`<ul>
        ${reasons.map(
          ({ category, reason, by }) =>
            html`<li>
              ${badge(category, 'warning')}
              <a class="link" href="/@${by}">@${by}</a>${reason !== '' && html`: ${reason}`}
            </li>`,
        )}
      </ul>`
    }
  </div>`;

function author({ author, trust, standing, history }: Case): Html {
  const days = standing ? Math.floor(standing.age / 86_400_000) : 0;
  const said = standing?.approvedCount ?? 0;
  return html`<div class="held-reasons">
    <p>
      <a class="link" href="/@${author.username}">@${author.username}</a>
      ${badge(asLabel(trustWords()[trust]), trust === 'restricted' || trust === 'new' ? 'warning' : 'neutral')}
      member for ${t('{days, plural, one {# day} other {# days}}', { days })},
      ${said >= 50 ? t('50 or more') : said} approved, ${standing?.upheld ?? 0} recent violations
    </p>
    ${
      history.length > 0 &&
      html`<p class="case-when">
        Previous:
        ${history.map(
          ({ decision, kind, at }, index) =>
            html`${index > 0 && ', '}${nounOf({ kind })}, ${decisionText(decision)}
            ${relativeTime(new Date(at))}`,
        )}
      </p>`
    }
  </div>`;
}

function decide(one: Case, context: CaseContext): Html | false {
  const { id, subject, assignee } = one;
  const assigned = { ...one, caseId: id };
  const state = context.state.values?.case === id ? context.state : {};
  if (assignee?.isReviewing && assignee.id !== context.viewer?.id)
    return html`<div class="case-decide">${assignForm(assigned, context, state)}</div>`;
  const isThing = subject !== 'person';
  return html`<form class="case-decide" action="/moderation/settle" method="post" novalidate>
    ${errorSummary({ ...state, errors: { ...state.errors, message: undefined, to: undefined, note: undefined } })}
    <input type="hidden" name="case" value="${id}" />
    <input type="hidden" name="back" value="${context.back}" />
    <div class="button-row">
      ${act('approve', one.heldAt ? t('Approve') : t('Dismiss'), 'check', 'r')}
      ${isThing && subject !== 'message' && act('hide', t('Hide'), 'eye-off', 'h')}
      ${isThing && act('remove', t('Remove'), 'trash-2', 'x')}
      ${
        !assignee &&
        button({
          label: t('Assign to me'),
          small: true,
          kind: 'plain',
          action: '/moderation/claim',
          data: { 'data-queue-key': 'c' },
        })
      }
    </div>
    <details class="case-more" ${attributes({ open: state.values !== undefined })}>
      <summary>More actions</summary>
      <div class="case-fields">
        ${selectField({
          name: 'category',
          id: `category-${id}`,
          label: t('Reason'),
          hint: t('Removed spam trains the filter.'),
          value: state.values?.category,
          empty: t('As reported'),
          choices: context.categories.map(({ name, title }) => ({ value: name, label: title })),
        })}
        ${textArea({
          name: 'message',
          id: `message-${id}`,
          label: t('Message to the author'),
          value: state.values?.message,
          error: state.errors?.message,
          maxlength: longestDecisionMessage,
          rows: 3,
        })}
        ${selectField({
          name: 'days',
          id: `days-${id}`,
          label: t('Suspend for'),
          value: state.values?.days,
          empty: t('Indefinitely'),
          choices: [1, 3, 7, 30, 90].map((days) => ({
            value: String(days),
            label: t('{days, plural, one {# day} other {# days}}', { days }),
          })),
        })}
        <div class="button-row">
          ${act('warn', t('Warn'), 'triangle-alert', 'w')} ${act('suspend', t('Suspend'), 'ban', 's')}
        </div>
        <hr />
        ${assignFields(assigned, context, state)}
      </div>
    </details>
  </form>`;
}

const act = (
  decision: CaseDecision,
  label: string,
  icon: Parameters<typeof button>[0]['icon'] & string,
  key: string,
): Html =>
  button({
    label,
    icon,
    small: true,
    name: 'decision',
    value: decision,
    ...(decision === 'suspend' && { kind: 'danger' as const }),
    data: { 'data-queue-key': key },
  });

/** A reported message with its neighboring messages. */
const caseMessages = (messages: readonly CaseMessage[], reportedId: string): Html =>
  html`<ol class="case-messages" aria-label="Reported message and the messages around it">
    ${messages.map((message) => {
      const isReported = message.id === reportedId;
      const name = message.author?.name ?? formerMember();
      return html`<li ${attributes({ class: isReported ? 'reported' : undefined })}>
        ${avatar(message.author ?? { id: '0', name, picture: null }, 'small')}
        <div>
          <p class="case-when">
            <b>${name}</b> ${relativeTime(message.at)} ${isReported && html`<strong>Reported</strong>`}
          </p>
          ${message.text !== '' && html`<div class="prose" dir="auto">${renderText(message.text, new Map())}</div>`}
          ${message.files.map(fileOf)}
        </div>
      </li>`;
    })}
  </ol>`;

const fileOf = ({ address, smallAddress, kind, name }: CaseMessage['files'][number]): Html =>
  html`<p>
    <a class="link" href="${address}" data-turbo="false"
      >${
        kind === 'photos'
          ? html`<img
              ${attributes({ src: smallAddress ?? address, alt: name || t('Photo'), loading: 'lazy' })}
            />`
          : name || t('Attachment')
      }</a
    >
  </p>`;

const nouns = (): Readonly<Record<string, string>> => ({
  post: t('post'),
  article: t('article'),
  thread: t('thread'),
  reply: t('reply'),
  question: t('question'),
  answer: t('answer'),
  comment: t('comment'),
  page: t('page'),
  person: t('person'),
  message: t('message'),
});

/** A noun for the case's subject. */
export const nounOf = ({ kind }: { kind: string }): string => nouns()[kind] ?? kind;

/** The decision as a phrase that follows the moderator's name. */
export const decisionText = (decision: CaseDecision): string =>
  ({
    approve: t('approved'),
    hide: t('hidden'),
    remove: t('removed'),
    warn: t('author warned'),
    suspend: t('author suspended'),
  })[decision];
