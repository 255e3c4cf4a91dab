/** Subjects of reports. */
export type ReportSubject = 'person' | 'post' | 'comment' | 'page' | 'message';
