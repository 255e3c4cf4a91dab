const buttonsOf = ({ currentTarget }: Event) =>
  currentTarget instanceof HTMLElement
    ? [...currentTarget.querySelectorAll<HTMLElement>('button, input')].filter((each) =>
        each.checkVisibility(),
      )
    : [];

/** Makes the toolbar one stop of the Tab key, which returns to the button that had the focus. */
export function enterToolbar(event: Event): void {
  for (const button of buttonsOf(event)) button.tabIndex = button === event.target ? 0 : -1;
}

/** Moves through the buttons of a toolbar by the arrow keys, Home and End. */
export function walkToolbar(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const buttons = buttonsOf(event);
  const at = buttons.findIndex((button) => button === event.target);
  const right = document.dir === 'rtl' ? -1 : 1;
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + right) % buttons.length,
    ArrowLeft: (at - right) % buttons.length,
    Home: 0,
    End: -1,
  };
  const next = places[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next)?.focus();
}
