import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { LoadError, Loading } from './Page.tsx';

interface Props {
  /** What a screen reader calls the document. */
  title: string;
  /** Fetches the bytes. Called once for each `source`. */
  load: (signal: AbortSignal) => Promise<ArrayBuffer>;
  /** Names what is shown: another one is loaded anew. */
  source: string;
}

/**
 * A PDF, read in a frame of its own that has no origin: whatever the file holds, it can reach neither the session nor
 * the server.
 */
export function PdfFrame({ title, load, source }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const loading = useRef(load);
  loading.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document, or another try
  useEffect(() => {
    const abort = new AbortController();
    setBytes(null);
    setError(null);
    loading
      .current(abort.signal)
      .then(setBytes)
      .catch((problem) => {
        if (!abort.signal.aborted) setError(problem);
      });
    return () => abort.abort();
  }, [source, attempt]);

  useEffect(() => {
    if (!bytes) return undefined;
    const answer = (event: MessageEvent): void => {
      const reader = frame.current?.contentWindow;
      // The frame has no origin: it is known by being that very window.
      if (reader && event.source === reader && event.data === 'ready') reader.postMessage(bytes, '*');
    };
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [bytes]);

  if (error)
    return (
      <LoadError
        message="Le document n’a pas pu être chargé."
        detail={error.message}
        onRetry={() => setAttempt((before) => before + 1)}
      />
    );
  if (!bytes) return <Loading label="Préparation du document…" />;
  return (
    <Box
      component="iframe"
      ref={frame}
      key={source}
      sandbox="allow-scripts"
      src="/reader.html"
      title={title}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, width: '100%', height: '100%', display: 'block' }}
    />
  );
}
