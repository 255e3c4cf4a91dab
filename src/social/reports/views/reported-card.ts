import { badge } from '../../../platform/html/components/badge.ts';
import { card } from '../../../platform/html/components/card.ts';
import { personRow, stack } from '../../../platform/html/components/person-row.ts';
import { comment as commentArticle } from '../../../platform/html/components/post.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { buttonForm } from '../../../platform/html/form.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import { postCard, type CardContext } from '../../posts/views/post-card.ts';
import { renderText } from '../../posts/text/render-text.ts';
import type { Reported, ReportDecision } from '../report.ts';

/** What people reported, with what they said and what can be done about it. */
export const reportedCard = (reported: readonly Reported[], context: CardContext): Html =>
  card({
    title: 'Reported',
    lead: 'Authors do not hear who reported them.',
    flush: true,
    body: stack(
      reported.map((each) => reportedRow(each, context)),
      'Reported',
    ),
  });

function reportedRow(reported: Reported, context: CardContext): Html {
  const { reporters, since, reasons } = reported;
  return html`${thing(reported, context)}
    <div class="held-reasons">
      <p>Reported by ${reporters === 1 ? '1 person' : `${reporters} people`}, first ${relativeTime(since)}</p>
      <ul>
        ${reasons.map(
          ({ category, reason, by }) =>
            html`<li>
              ${badge(category, 'warning')}
              <a class="link" href="/@${by}">@${by}</a>${reason !== '' && html`: ${reason}`}
            </li>`,
        )}
      </ul>
    </div>
    <div class="held-actions">${decisions(reported)}</div>`;
}

function thing({ subject, author, post, comment }: Reported, context: CardContext): Html {
  if (post) return postCard(post, context);
  if (!comment) return personRow({ person: author, href: `/@${author.username}`, detail: `This ${subject}` });
  return html`<div class="held-comment">
    ${commentArticle({
      id: `reported-comment-${comment.id}`,
      author,
      authorHref: `/@${author.username}`,
      at: comment.createdAt,
      body: renderText(comment.text, new Map()),
    })}
  </div>`;
}

function decisions({ subject, id, author, comment, post }: Reported): Html {
  const act = (decision: ReportDecision, label: string, look: Partial<Parameters<typeof buttonForm>[0]>) =>
    buttonForm({
      to: '/moderation/reports',
      label,
      small: true,
      fields: { subject, id, decision },
      ...look,
    });
  return html`${act('keep', 'Leave it', { icon: 'check' })}
  ${(post ?? comment) && act('hide', 'Hide', { icon: 'eye-off' })}
  ${(post ?? comment) && act('remove', 'Take away', { icon: 'trash-2' })}
  ${act('warn', 'Warn', { icon: 'triangle-alert' })}
  ${act('suspend', 'Suspend', {
    icon: 'ban',
    kind: 'danger',
    confirm: `Suspend ${author.name}? They are signed out, and nothing of theirs is shown any more.`,
  })}`;
}
