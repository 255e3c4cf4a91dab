import { msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  notice,
  pageHeader,
  relativeTime,
  shortDayText,
} from '../../web/components/surfaces.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { DecisionAgainst } from '../cases/appeals.ts';
import { longestAppeal } from './appeals.ts';

/** Moderation decisions about a member's content, each with a form or link to appeal. */
export const appealsView = (decisions: readonly DecisionAgainst[], state: FormState): View => ({
  title: t('Decisions of moderators'),
  section: 'notifications',
  body: html`${pageHeader({
    title: t('Moderation decisions'),
    lead: t('You can appeal each decision once, within sixty days. A different moderator will review it.'),
  })}
  ${decisions.length === 0 && nothing()}
  ${decisions.map((each) => decisionCard(each, state.values?.id === each.id ? state : {}))}`,
});

/** One decision, for people who follow the link in the email and cannot sign in. */
export const appealView = (decision: DecisionAgainst, token: string | undefined, state: FormState): View => ({
  title: t('Appeal'),
  section: 'notifications',
  body: html`${pageHeader({
    title: t('Appeal a decision'),
    lead: t('A different moderator will review it. You can appeal once.'),
  })}
  ${decisionCard(decision, state, token)}`,
});

const nothing = () =>
  card({
    body: emptyState({
      illustration: 'quiet',
      title: t('No decisions'),
      text: t('If a moderator removes your content or warns you, it will appear here.'),
    }),
  });

function decisionCard(decision: DecisionAgainst, state: FormState, token?: string): Html {
  const { id, category, message, excerpt, appeal, at } = decision;
  return card({
    id: `decision-${id}`,
    title: titleOf(decision),
    lead: html`${relativeTime(at)}${category && html` · ${badge(category, 'warning')}`}`,
    body: html`${excerpt !== '' && html`<blockquote class="said">${excerpt}</blockquote>`}
    ${message !== '' && notice({ title: t('A moderator wrote'), body: message })}
    ${appeal ? appealed(appeal) : appealForm(id, state, token)}`,
  });
}

function appealed({ text, at, outcome, answer }: NonNullable<DecisionAgainst['appeal']>): Html {
  const words = {
    granted: t('Appeal granted: the decision was reversed'),
    declined: t('Appeal declined: the decision stands'),
    waits: t('Appeal pending'),
  };
  return notice({
    title: words[outcome ?? 'waits'],
    tone: outcome === 'granted' ? 'success' : 'neutral',
    body: html`<p>You wrote ${relativeTime(at)}: ${text}</p>
      ${answer !== '' && html`<p>Response: ${answer}</p>`}`,
  });
}

const appealForm = (id: string, state: FormState, token: string | undefined): Html =>
  form({
    action: token === undefined ? `/appeals/${id}` : `/appeals/${id}?token=${token}`,
    submit: t('Appeal'),
    submitKind: 'quiet',
    state,
    body: textArea({
      name: 'text',
      id: `text-${id}`,
      label: t('Reason for appeal'),
      value: state.values?.text,
      error: state.errors?.text,
      maxlength: longestAppeal,
      rows: 3,
      required: true,
    }),
  });

const hidden = msg(
  '{thing, select, profile {Your profile was hidden} page {Your page was hidden} comment {Your comment was hidden} message {Your message was hidden} article {Your article was hidden} thread {Your thread was hidden} reply {Your reply was hidden} question {Your question was hidden} answer {Your answer was hidden} term {Your term was hidden} other {Your post was hidden}}',
);
const removed = msg(
  '{thing, select, profile {Your profile was removed} page {Your page was removed} comment {Your comment was removed} message {Your message was removed} article {Your article was removed} thread {Your thread was removed} reply {Your reply was removed} question {Your question was removed} answer {Your answer was removed} term {Your term was removed} other {Your post was removed}}',
);
const warned = msg(
  '{thing, select, profile {You were warned because of your profile} page {You were warned because of your page} comment {You were warned because of your comment} message {You were warned because of your message} article {You were warned because of your article} thread {You were warned because of your thread} reply {You were warned because of your reply} question {You were warned because of your question} answer {You were warned because of your answer} term {You were warned because of your term} other {You were warned because of your post}}',
);

function titleOf({ subject, kind, decision, suspendedUntil }: DecisionAgainst): string {
  const thing = subject === 'person' ? 'profile' : kind;
  if (decision === 'hide') return t(hidden, { thing });
  if (decision === 'remove') return t(removed, { thing });
  if (decision === 'warn') return t(warned, { thing });
  return suspendedUntil
    ? t('Your account was suspended until {suspendedUntil}', {
        suspendedUntil: shortDayText(suspendedUntil),
      })
    : t('Your account was suspended');
}
