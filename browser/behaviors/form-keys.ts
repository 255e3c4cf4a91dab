const length = 16;
let renewals = 0;

/**
 * Gives a form another key after it was saved or changed, so that what it says can be submitted again on purpose, such as
 * a switch that is turned on, off and on. One that failed keeps its key, so that repeating it is harmless.
 */
export function renewFormKeys(): void {
  document.addEventListener('turbo:submit-end', (event) => {
    const { success } = (event as CustomEvent<{ success?: boolean }>).detail;
    if (success) renew(event.target);
  });
  document.addEventListener('change', ({ target }) => {
    if (target instanceof Element) renew(target.closest('form'));
  });
}

function renew(form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement)) return;
  const key = form.elements.namedItem('form_key');
  if (key instanceof HTMLInputElement) key.value = `${key.value.slice(0, length)}.${(renewals += 1)}`;
}
