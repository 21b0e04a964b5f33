import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import {
  Atom,
  Boxes,
  FileCheck2,
  FileSearch,
  FileStack,
  FlaskConical,
  Keyboard,
  type LucideIcon,
  Mailbox,
  Package,
  Search,
  User,
} from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { fold } from '#shared/contract/list.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { isAllowed } from '#shared/contract/rights.ts';
import { printDay } from '#shared/fields/date.ts';
import { listGenerations } from '#shared/generations/generation.contract.ts';
import { isSealed } from '#shared/generations/generation.state.ts';
import { listAllLots } from '#shared/lots/lot.contract.ts';
import { listProducts } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { listRequests, REQUEST_STATES } from '#shared/requests/request.contract.ts';
import { suggestSubstances } from '#shared/substances/substance.contract.ts';
import { listTemplates } from '#shared/templates/template.contract.ts';
import { queryOf } from '../api/query.ts';
import { useAccount } from '../auth/account.tsx';
import { SCREENS, type Screen } from '../screens.ts';
import { useDelayed } from '../ui/useDelayed.ts';

/** Rest of the typing before the server is asked (ms), and how many of each kind it gives. */
const REST_MS = 150;
const EACH = '6';

interface Entry {
  key: string;
  group:
    | 'Pages'
    | 'Actions'
    | 'Produits'
    | 'Lots'
    | 'Documents'
    | 'Templates'
    | 'Substances'
    | 'Matières premières'
    | 'Demandes';
  label: string;
  detail?: string;
  icon: LucideIcon;
  go: () => void;
}

interface Props {
  open: boolean;
  /** What was typed before it was there. */
  takeTyped: () => string;
  onClose: () => void;
  onShortcuts: () => void;
}

/** Ctrl+K: go anywhere, find anything. */
export function CommandPalette({ open, ...props }: Props) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      fullWidth
      maxWidth="sm"
      aria-label="Aller à, ou chercher"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { xs: 2, sm: 10 }, overflow: 'hidden' } } }}
    >
      {open && <Palette {...props} />}
    </Dialog>
  );
}

function Palette({ takeTyped, onClose, onShortcuts }: Omit<Props, 'open'>) {
  const [typed, setTyped] = useState('');
  // By then the box has the focus, and takes what is typed by itself.
  useLayoutEffect(() => {
    const before = takeTyped();
    setTyped((text) => before + text);
  }, [takeTyped]);
  const search = useDelayed(typed.trim(), REST_MS);
  const { entries, state } = useEntries(search, onShortcuts);
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const found = entries.filter(
    ({ group, label, detail }) =>
      // The server has searched in every field: only pages and actions are told apart here.
      (group !== 'Pages' && group !== 'Actions') ||
      words.every((word) => fold(`${label} ${detail ?? ''}`).includes(word)),
  );
  return (
    <Autocomplete<Entry>
      open
      // The first one is ready for Enter.
      autoHighlight
      clearOnBlur={false}
      options={found}
      value={null}
      inputValue={typed}
      onInputChange={(_, text, reason) => reason !== 'reset' && setTyped(text)}
      onChange={(_, entry) => {
        if (!entry) return;
        onClose();
        entry.go();
      }}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      filterOptions={(options) => options}
      groupBy={({ group }) => group}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ key }) => key}
      isOptionEqualToValue={(one, other) => one.key === other.key}
      noOptionsText={
        typed === ''
          ? 'Tapez quelques lettres.'
          : search !== typed.trim()
            ? SAID.searching
            : state === 'done'
              ? `Rien ne correspond à « ${typed.trim()} ».`
              : SAID[state]
      }
      forcePopupIcon={false}
      slotProps={{
        listbox: { sx: { maxHeight: '60vh' } },
        // Below the box, on the same sheet.
        paper: { elevation: 0, sx: { borderTop: 1, borderColor: 'divider', borderRadius: 0 } },
        popper: {
          disablePortal: true,
          sx: { position: 'static !important', transform: 'none !important', width: '100% !important' },
        },
      }}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          autoFocus
          placeholder="Aller à une page, chercher un produit, un lot, un document…"
          slotProps={{
            ...slotProps,
            htmlInput: { ...slotProps.htmlInput, 'aria-label': 'Aller à, ou chercher' },
            input: {
              ...slotProps.input,
              startAdornment: (
                <InputAdornment position="start" sx={{ pl: 1 }}>
                  <Search size={18} aria-hidden />
                </InputAdornment>
              ),
            },
          }}
          sx={{ p: 1 }}
        />
      )}
      renderOption={({ key, ...props }, { icon: Icon, label, detail }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1.5 }}>
          <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
          <Typography component="span" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
            {label}
          </Typography>
          {detail && (
            <Typography component="span" color="textSecondary" sx={{ fontSize: '0.85rem', textAlign: 'right' }}>
              {detail}
            </Typography>
          )}
        </Box>
      )}
    />
  );
}

const SAID = {
  searching: 'Recherche…',
  offline: 'Vous êtes hors ligne : seules les pages se trouvent.',
  failed: 'La recherche n’a pas répondu : réessayez dans un instant.',
} as const;

/** Everything there is to go to, as far as this person may. */
function useEntries(search: string, onShortcuts: () => void): { entries: Entry[]; state: keyof typeof SAID | 'done' } {
  const navigate = useNavigate();
  const { role } = useAccount();
  const may = (right: Screen['right']): boolean => !right || isAllowed(right, role, true);
  const query = { search, page: '1', size: EACH };
  const enabled = search !== '';
  const products = useQuery({ ...queryOf(listProducts, { query }), enabled });
  const lots = useQuery({ ...queryOf(listAllLots, { query }), enabled });
  const requests = useQuery({ ...queryOf(listRequests, { query }), enabled });
  const generations = useQuery({ ...queryOf(listGenerations, { query }), enabled });
  const templates = useQuery({ ...queryOf(listTemplates, { query }), enabled });
  const records = useQuery({ ...queryOf(suggestSubstances, { query: { q: search } }), enabled });
  const to = (path: string) => (): void => void navigate(path);

  const screens: readonly Omit<Screen, 'group'>[] = [
    ...SCREENS,
    { path: '/verify', label: 'Vérifier un dossier', icon: FileSearch },
    { path: '/menus', label: 'Menus', icon: FileStack },
    { path: '/account', label: 'Mon compte', icon: User },
  ];
  const pages = screens
    .filter(({ right }) => may(right))
    .map(
      ({ path, label, icon, alias }): Entry => ({
        key: path,
        group: 'Pages',
        label,
        ...(alias ? { detail: alias } : {}),
        icon,
        go: to(path),
      }),
    );
  const actions: Entry[] = [
    { key: 'shortcuts', group: 'Actions', label: 'Raccourcis clavier', detail: '?', icon: Keyboard, go: onShortcuts },
  ];
  if (!enabled) return { entries: [...pages, ...actions], state: 'done' };
  const asked = [products, lots, requests, generations, templates, records];
  const state = asked.some(({ fetchStatus, data }) => fetchStatus === 'paused' && !data)
    ? 'offline'
    : asked.some(({ isPending }) => isPending)
      ? 'searching'
      : asked.some(({ error }) => error !== null)
        ? 'failed'
        : 'done';
  const entries: Entry[] = [
    ...pages,
    ...actions,
    ...(products.data?.data ?? []).map(
      (product): Entry => ({
        key: product.id,
        group: 'Produits',
        label: productLabel(product),
        ...(product.ref_formule ? { detail: product.ref_formule } : {}),
        icon: FlaskConical,
        go: to(`/products/${product.id}`),
      }),
    ),
    ...(lots.data?.data ?? []).map(
      ({ id, numero, product }): Entry => ({
        key: id,
        group: 'Lots',
        label: numero,
        detail: product.label,
        icon: Boxes,
        go: to(`/products/${product.id}${PART_PATHS.follow}`),
      }),
    ),
    ...(generations.data?.data ?? []).map(
      (one): Entry => ({
        key: one.id,
        group: 'Documents',
        label: one.file_name,
        detail: isSealed(one) ? 'Validé' : 'Brouillon',
        icon: FileCheck2,
        go: to(`/dips/${one.id}`),
      }),
    ),
    ...(templates.data?.data ?? []).map(
      ({ id, name, version }): Entry => ({
        key: id,
        group: 'Templates',
        label: name,
        detail: `v${version}`,
        icon: FileStack,
        go: to(`/templates/${id}`),
      }),
    ),
    ...(requests.data?.data ?? []).map(
      ({ id, supplier, state, due_on }): Entry => ({
        key: id,
        group: 'Demandes',
        label: supplier,
        detail: `${REQUEST_STATES[state]}, pour le ${printDay(due_on)}`,
        icon: Mailbox,
        go: to(`/requests?id=${id}`),
      }),
    ),
    // Those of one kind together.
    ...(records.data?.data ?? [])
      .filter(({ kind }) => kind !== 'name')
      .map(
        ({ id, name, kind, detail }): Entry => ({
          key: id,
          group: kind === 'substance' ? 'Substances' : 'Matières premières',
          label: name,
          ...(detail ? { detail } : {}),
          icon: kind === 'substance' ? Atom : Package,
          go: to(`/${kind === 'substance' ? 'substances' : 'materials'}?fiche=${id}`),
        }),
      ),
  ];
  return { entries, state };
}
