import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { LinkReview } from '../reviews/get-link-review.ts';

/** The decisions that an operator can make about a link in its current state. */
export function decisionForm(page: LinkReview & { state: FormState }): Html {
  const { link, domain, state } = page;
  const field = bind(state);
  const choices = choicesFor(page);
  return card({
    title: t('Decision'),
    lead: t('This resolves open reports. Owners are notified.'),
    body: form({
      action: `/operator/links/${link.id}`,
      state,
      submit: t('Apply decision'),
      busyLabel: t('Applying'),
      body: html`${radioGroup({ ...field('decision'), label: t('Decision'), choices })}
      ${
        domain !== '' &&
        textField({
          ...field('domain'),
          label: t('Domain, if the decision is about a domain'),
          required: false,
          hint: t('{domain}, or a parent domain.', { domain }),
          value: state.values?.domain ?? domain,
          autocomplete: 'off',
          mono: true,
        })
      }
      ${textArea({
        ...field('reason'),
        label: t('Message to the owner'),
        required: false,
        rows: 2,
        maxlength: 500,
      })}`,
    }),
  });
}

function choicesFor({ link, owner, domain }: LinkReview): Choice[] {
  const isFree = link.suspendedAt === null;
  const choices: (Choice | false)[] = [
    {
      value: 'approve',
      label: isFree && link.heldAt === null ? t('Cancel') : t('Release'),
      hint: isFree ? t('It works without a warning.') : t('It works again.'),
    },
    isFree && {
      value: 'suspend',
      label: t('Suspend link'),
      hint: t('Visitors see that it was removed.'),
    },
    domain !== '' && { value: 'suspend-domain', label: t('Suspend all links to the domain') },
    domain !== '' && {
      value: 'block-domain',
      label: t('Block the domain'),
      hint: t('All links to it are suspended, and new ones are rejected.'),
    },
    owner.suspendedAt === null
      ? {
          value: 'suspend-owner',
          label: t('Suspend @{owner}', { owner: link.owner }),
          hint: t('The owner cannot sign in, and their links stop working.'),
        }
      : {
          value: 'reinstate-owner',
          label: t('Reinstate @{owner}', { owner: link.owner }),
          hint: t('Also restores the links that were suspended with the account.'),
        },
  ];
  return choices.filter((choice) => choice !== false);
}
