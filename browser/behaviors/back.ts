/** Makes links marked `data-back` go back in history if the previous page belongs to this site. */
export function goBack(): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = event.target instanceof Element && event.target.closest('a[data-back]');
    if (!link || !isPlain || !hasPageBefore()) return;
    event.preventDefault();
    history.back();
  });
}

/** Without the Navigation API, the browser follows the link. */
const hasPageBefore = () =>
  (window as { navigation?: { canGoBack: boolean } }).navigation?.canGoBack === true;
