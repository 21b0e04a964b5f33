import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Wand2 } from 'lucide-react';
import { useState } from 'react';
import { LABEL, writtenName } from '#shared/templates/label.tag.ts';
import { type Finding, mendTemplate } from '#shared/templates/template.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** The name of a tag, without what opens or closes a section, compares or formats. */
const nameOf = (tag: string): string =>
  tag
    .replace(/^\{\{[#^/]?|\}\}$/g, '')
    .replace(/[|=≠<>≥≤!].*$/s, '')
    .trim()
    .replace(/^libell[ée] ?: ?/u, LABEL);

/**
 * What the author of a template should mend, each thing where it stands.
 * @param templateId where a slip of the hand may be mended from here
 */
export function TemplateFindings({ findings, templateId }: { findings: readonly Finding[]; templateId?: string }) {
  const mayWrite = useMay(mendTemplate.right);
  const { act, busy } = useAction();
  const [asking, setAsking] = useState<{ name: string; by: string } | null>(null);
  const mend = ({ name, by }: { name: string; by: string }): Promise<unknown> =>
    act(() => call(mendTemplate, { params: { id: templateId ?? '' }, body: { name, by } }), {
      done: () => ({
        severity: 'success',
        message: `{{${writtenName(name)}}} est devenue {{${writtenName(by)}}} partout dans le fichier.`,
      }),
      refresh: ['templates'],
    });
  return (
    <>
      <Stack component="ul" sx={{ gap: 1.5, m: 0, pl: 2.5 }}>
        {findings.map(({ code, message, tag, part, context, suggestion }) => (
          <li key={`${part}${tag}${context}${code}`}>
            <Typography>{message}</Typography>
            {context !== '' && (
              <Typography color="textSecondary" sx={{ fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
                {part} : « {context} »
              </Typography>
            )}
            {templateId && mayWrite && tag && suggestion && (
              <Button
                size="small"
                disabled={busy}
                startIcon={<Wand2 size={16} />}
                aria-label={`Remplacer ${tag} par {{${writtenName(suggestion)}}} partout`}
                onClick={() => setAsking({ name: nameOf(tag), by: suggestion })}
                sx={{ mt: 0.5 }}
              >
                {`Remplacer par {{${writtenName(suggestion)}}}`}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      <ConfirmDialog
        open={asking !== null}
        title={`Remplacer {{${writtenName(asking?.name ?? '')}}} par {{${writtenName(asking?.by ?? '')}}} ?`}
        text="Le fichier du modèle est réécrit, partout où cette balise s’y trouve ; tout le reste y demeure tel quel. Vos documents déjà générés ne changent pas."
        confirmLabel="Remplacer"
        busy={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) void mend(asking).then(() => setAsking(null));
        }}
      />
    </>
  );
}
