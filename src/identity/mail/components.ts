import type { Suppression } from '../../platform/mail/suppressions.ts';
import { notice, relativeTime } from '../../web/components/surfaces.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';

/** Says to a member that their address gets no email, and why, with a button to try again. */
export const suppressionNotice = ({ email, reason, detail, at }: Suppression): Html =>
  notice({
    tone: 'warning',
    title:
      reason === 'bounce'
        ? t('We could not deliver to your email address')
        : t('You get no notifications and digests by email'),
    body: html`<p>
        ${
          reason === 'bounce'
            ? t('Email to {email} came back. Until it works again, you get none.', { email })
            : t('An email to {email} was reported as spam. You still get codes and security notices.', {
                email,
              })
        }
        ${relativeTime(at)}
      </p>
      ${reason === 'bounce' && detail !== '' && html`<p><bdi>${detail}</bdi></p>`}
      ${buttonForm({ to: '/settings/email/retry', label: t('Send emails again'), small: true })}`,
  });
