/** Links marked `data-back` return to the page before, where that was one of ours. */
export function goBack(): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = event.target instanceof Element && event.target.closest('a[data-back]');
    if (!link || !isPlain || !hasPageBefore()) return;
    event.preventDefault();
    history.back();
  });
}

/** Browsers without the Navigation API follow the link. */
const hasPageBefore = () =>
  (window as { navigation?: { canGoBack: boolean } }).navigation?.canGoBack === true;
