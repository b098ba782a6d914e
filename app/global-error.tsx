'use client';

/** Without the layout and its stylesheets, which may be what failed. Next's own page has styles that are not let in. */
export default function GlobalErrorPage() {
  return (
    <html lang="en">
      <body>
        <h1>Something went wrong</h1>
        <p>This is a bug in Highwater. Your stored sessions are not affected. Reload the page.</p>
      </body>
    </html>
  );
}
