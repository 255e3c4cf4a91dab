/** Fetches what asks for passkeys where a form wants one: no Stimulus, so that sign-in stays light. */
export function offerPasskeys(): void {
  look();
  document.addEventListener('turbo:render', look);
}

function look(): void {
  if (document.querySelector('form[data-passkey]'))
    void import('../on-demand/passkey.ts').then(({ preparePasskeys }) => preparePasskeys());
}
