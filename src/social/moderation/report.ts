/** What can be reported. */
export type ReportSubject = 'person' | 'post' | 'comment' | 'page' | 'message';
