/** Applies the chosen theme immediately and saves it on the server without leaving the page. */
export function switchTheme(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter: chosen } = event;
    if (!(form instanceof HTMLFormElement && form.matches('.theme-switch'))) return;
    if (!(chosen instanceof HTMLButtonElement)) return;
    event.preventDefault();
    document.documentElement.dataset.theme = chosen.value;
    for (const button of document.querySelectorAll<HTMLButtonElement>('.theme-switch button')) {
      button.ariaPressed = String(button.value === chosen.value);
    }
    const body = new URLSearchParams({ theme: chosen.value, back: '/' });
    void fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  });
}
