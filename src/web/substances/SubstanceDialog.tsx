import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { NAME_MAX } from '#shared/records/record.contract.ts';
import { type Substance, substanceEndpoints } from '#shared/substances/substance.contract.ts';
import { RecordDialog, RecordText } from '../libraries/RecordDialog.tsx';
import { HazardFields, readHazardFields } from './HazardFields.tsx';
import { readToxicology, ToxicologyFields } from './ToxicologyFields.tsx';

interface Props {
  /** `null` for a new one. */
  substance: Substance | null;
  onClose: () => void;
}

const WORDS = {
  add: 'Nouvelle substance',
  this: 'Cette substance',
  saved: 'La substance est enregistrée.',
  documents: {
    title: 'Études et documents',
    about: 'Rapport de l’étude, avis du SCCS, fiche toxicologique… avec leur date. Enregistrés dès qu’ils sont joints.',
  },
};

const listed = (text: string, apart: RegExp): string[] =>
  text
    .split(apart)
    .map((one) => one.trim())
    .filter(Boolean);

export function SubstanceDialog({ substance, onClose }: Props) {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const mark = (name: string, isUnread: boolean): void =>
    setUnread((known) => {
      const next = new Set(known);
      if (isUnread) next.add(name);
      else next.delete(name);
      return next;
    });
  const read = (form: FormData) => {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    return {
      inci: text('inci'),
      cas: listed(text('cas'), /[\s,;]+/),
      ec: listed(text('ec'), /[\s,;]+/),
      functions: listed(text('functions'), /[,;]/),
      nano: form.get('nano') !== null,
      // Who saves it by hand has looked at it.
      origin: substance?.origin === 'corpus' ? 'corpus' : 'confirmed',
      note: text('note') || null,
      ...readToxicology(form),
      ...readHazardFields(form),
    };
  };
  return (
    <RecordDialog
      record={substance}
      name={substance?.inci}
      endpoints={substanceEndpoints}
      words={WORDS}
      refresh={['substances', 'products', 'materials']}
      read={read}
      invalid={unread.size > 0}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <RecordText
            name="inci"
            label="Nom INCI"
            value={substance?.inci}
            faults={faults}
            required
            first
            maxLength={NAME_MAX}
          />
          <RecordText
            name="cas"
            label="Numéros CAS"
            value={substance?.cas.join(', ')}
            faults={faults}
            help="Par exemple 56-81-5 ; plusieurs séparés par des virgules."
          />
          <RecordText
            name="ec"
            label="Numéros CE"
            value={substance?.ec.join(', ')}
            faults={faults}
            help="Par exemple 200-289-5."
          />
          <RecordText
            name="functions"
            label="Fonctions"
            value={substance?.functions.join(', ')}
            faults={faults}
            help="Par exemple humectant, solvant."
          />
          <FormControlLabel
            control={<Switch name="nano" defaultChecked={substance?.nano ?? false} />}
            label="Nanomatériau : « [nano] » suit son nom sur l’étiquette"
          />
          <ToxicologyFields substance={substance} faults={faults} />
          <HazardFields substance={substance} faults={faults} onUnread={mark} />
          <RecordText name="note" label="Note" value={substance?.note} faults={faults} multiline />
        </>
      )}
    </RecordDialog>
  );
}
