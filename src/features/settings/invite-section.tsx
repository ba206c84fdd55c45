import Share2 from 'lucide-react/icons/share-2'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account/schema.ts'
import { links } from '../../links/links.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Section } from '../../ui/blocks/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { intl } from '../../ui/intl.ts'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** The person's invitation code with a way to share it, who invited them, and whom they invited. */
export function InviteSection({ invitations }: { invitations: NonNullable<Profile['invitations']> }) {
  const { t } = useTranslation()
  const toast = useToast()
  const format = useFormat()
  const { code, by, count, invited } = invitations
  const share = async () => {
    const text = t('settings.inviteText', { code })
    const url = new URL(links.invited(code), location.origin).href
    try {
      if (navigator.share) return await navigator.share({ text, url })
      await navigator.clipboard.writeText(`${text}\n${url}`)
      toast({ text: t('settings.inviteCopied'), kind: 'good' })
    } catch {
      // Closed without sharing, or the browser does not allow it: nothing has happened.
    }
  }
  return (
    <Section title={t('settings.invite')}>
      <List>
        <ListRow
          title={t('settings.inviteCode')}
          text={<bdi>{code}</bdi>}
          end={<IconButton label={t('settings.inviteShare')} icon={<Share2 />} onClick={() => void share()} />}
        />
        {by !== null && <ListRow title={t('settings.invitedBy')} end={<bdi>{by}</bdi>} />}
        {count > 0 && (
          <ListRow
            title={t('settings.invited', { count })}
            text={intl('list', format.locale).format(invited.map(({ name }) => name))}
          />
        )}
      </List>
    </Section>
  )
}
