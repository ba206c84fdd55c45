export { QrCode } from '../../parts/qr-code.tsx'
