import ReactMarkdown from 'react-markdown';

/** What a description may have (specification §2.3: headings, italic, bold); anything else shows as its words. */
const ELEMENTS = ['h1', 'h2', 'h3', 'h4', 'p', 'em', 'strong', 'ul', 'ol', 'li', 'br'];

/** Its headings stand under those of the page. HTML in the text is not read. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown
        allowedElements={ELEMENTS}
        unwrapDisallowed
        skipHtml
        components={{ h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6' }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
