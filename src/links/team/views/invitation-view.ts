import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { buttonForm } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { OpenInvitation } from '../../../identity/team/invitations.ts';

/** An invitation, with the steps to accept it with or without an account. */
export function invitationView(
  { name, username, role, ownerId }: OpenInvitation,
  token: string,
  viewer: Viewer | undefined,
): View {
  const next = encodeURIComponent(`/invite?token=${token}`);
  const may =
    role === 'editor' ? t('create and edit their short links') : t('view their short links and statistics');
  return {
    title: t('{name} invites you', { name }),
    shape: 'plain',
    head: html`<meta name="robots" content="noindex" /> <meta name="referrer" content="no-referrer" />`,
    body: html`<h1>${name} invites you</h1>
      <p class="lead">
        Join the workspace of @${username}. You can ${may}, and switch back to your own at any time.
      </p>
      ${
        viewer === undefined
          ? html`<p>
                ${linkButton({ label: t('Sign in to join'), href: `/signin?next=${next}`, kind: 'primary', wide: true })}
              </p>
              <p class="plain-more">New here? <a href="/signup?next=${next}">Create account</a></p>`
          : viewer.id === ownerId
            ? html`<p>This is your own workspace. Share the link with the person you invited.</p>`
            : html`${buttonForm({
                  to: '/invite',
                  label: t('Join'),
                  kind: 'primary',
                  wide: true,
                  fields: { token },
                  busyLabel: t('Joining'),
                })}
                <p class="plain-more">You are signed in as ${viewer.name}, @${viewer.username}.</p>`
      }`,
  };
}
