"""What a user states in Vietnamese, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Dù có chuyện gì đi nữa, [bảng {table} vẫn giữ nguyên như cũ].
Tôi sẽ mất việc [nếu người ngoài lấy được bản sao của {table}].
Khách số {n} [dị ứng đậu phộng, dính một chút là phải gọi cấp cứu].
[Trước khi xóa gì trên {host} phải có bản sao lưu] đã được ai đó xem qua.
Ở {~city} từng cháy một lần, nên [lò phải tắt trước khi người cuối cùng về lúc {time}].
Đổ axit vào nước, [không bao giờ đổ nước vào axit], {~person} còn vết sẹo kia.
[Cái gì có tên bệnh nhân thì ở lại trên {host}], chấm hết.
Nếu tủ đông lên quá -{n} độ thì [thà bỏ cả lô còn hơn liều].
Nhà đó có người ở, [van ga {code} chỉ được mở khi có {person} đứng cạnh].
[Hồ sơ thân chủ chỉ có {person} với tôi đọc, ngoài ra không ai hết].
Đây là tiền thật: [mỗi lần chuyển từ {code} phải có người thứ hai xem lại].
Còn phân vân về {table} thì [cứ dừng lại hỏi, trễ một ngày còn hơn xóa nhầm].
[Khóa trong {dir} mà lọt vào nhật ký là chết], bị một lần rồi.
Cháu bé đi một mình, [phải có tên người đón ở cổng tại {city} rồi mới đặt vé].
[Kiện nào trên {big} kg thì để dưới đất], kệ đã cong một lần.
Tòa đã niêm phong {code}, [đừng để dòng nào lọt ra chỗ người khác đọc được].
[{host} phải tách khỏi mạng ngoài], mật khẩu của nó coi như không có.
Mấy ống mẫu từ {city} lây nhiễm đấy, [chỉ mở trong tủ hút, không thì thôi].
Nếu {~person} gọi về tài khoản thuế thì [cứ coi là lừa đảo đến khi gọi lại số {phone}].
[Gà sống có thớt riêng], tôi thấy hậu quả ở {~city} rồi.
[Chỉ đụng vào máy chạy thật khi {person} còn thức], lần sập trước nhớ đời.
Bản quét chỉ có một bản duy nhất, [xin nâng niu {dir} như trứng mỏng].
[Xe chưa được lăn bánh khi {person} chưa xác nhận đã chèn], ở {~city} từng có người bị thương.
Trong {dir} có cả giấy tờ của mẹ tôi, [để nguyên đúng chỗ đó giúp].
[Tắt bơm {code} trước đã], không thì ống nổ vào mặt.
""",
    "prohibition": """
[Đừng đẩy gì lên {branch}].
[Không gửi thư cho khách nào hết] khi tôi chưa đọc, năm ngoái {~person} bị kêu ca.
[Đừng đụng vào {dir}], của nhóm khác đó.
[Tôi không muốn ai liên lạc với {person} về chuyện này], kể cả lỡ tay.
Xem {file} bao nhiêu cũng được nhưng [không được sửa].
[Không bay quá cảnh ở {city}], kẹt ở đó hai lần rồi.
[Không ai được thanh toán bằng thẻ đuôi {port}].
Làm ơn [để yên cấu trúc của {table}], kiểm toán đã chốt.
[Tuyệt đối không để bản nháp cho {person} ra ngoài hôm nay].
[Bàn {n} không ăn thịt heo].
Mình [không trích án {code}], nó bị hủy rồi.
[Tránh xa {host} ra], đêm phòng thí nghiệm chạy ở đó.
[Cấm làm tròn số trong {file}].
Gợi ý thì được, còn [đặt hàng từ {city} là không được].
[Chớ khởi động lại gì trên {host}] lúc đang trình diễn.
[Không thêm thư viện mới vào {branch}], pháp chế giết mất.
Tôi không chấp nhận [tên {person} xuất hiện trên phiếu công khai].
[Đừng bao giờ rã đông mẫu {code}], nó chỉ chịu được một lần.
Tài xế không chạy đêm, nên [sau {time} không bốc hàng nữa].
[Chớ gộp hai bảng {table} lại], dù trông rất muốn.
[Thôi xuất hóa đơn cho {person} đi], chị ấy nghỉ rồi.
Có ai bảo dùng cổng {port} à? [Bỏ đi, cổng đó không dùng].
[Hầm ở {city} không làm kho nữa].
[Mấy cái này không được dịch máy], {~person} nhìn là biết ngay.
Tốt nhất là [anh khỏi động đến lịch chạy trên {host}].
""",
    "hard_constraint": """
Mình chỉ có tới {time} [rồi người ta khóa tầng {n}].
[Tổng cộng không quá {big} EUR], cả vé lẫn khách sạn.
[Đơn phải tới tòa trước ngày {date}], tòa không nghe lý do.
Nhà in chỉ nhận [tối đa {n} trang một cuốn].
[Phải trả lời trong vòng dưới {big} ms], hợp đồng ghi vậy.
Mỗi thùng đựng [{n} chai, không hơn một chai].
Gel đông ở [đúng {n} độ], lệch là hỏng.
[Khóa sổ ngày {date} lúc {time}], thiếu gì thì chịu.
Hải quan đòi [mỗi kiện dưới {big} kg].
[Tất cả phải chạy trên Python {version}], máy chủ không có bản mới hơn.
Chỗ chỉ đủ cho [{n} khách, bên cứu hỏa đếm rồi].
[Đơn kháng cáo được {n} trang là hết], dài hơn họ trả lại.
{person} duyệt [nhiều nhất {big} giờ] cho việc này.
Phà từ {city} chạy lúc {time} [và không chờ ai].
[Trên {big} EUR là phải hai người ký].
Món quay cần [{n} phút ở {big} độ], chính xác từng phút.
Đĩa trên {host} nhỏ lắm, [bản xuất phải vừa {big} MB].
Bảo hiểm chỉ trả [nếu báo cáo tới trước {date}].
[Mỗi lô không được quá {big} dòng], hệ thống cũ nghẹn.
[Xe có {n} chỗ], đi {city} chỉ được chừng đó.
Chủ nhà cho mình [đến {date} để dọn kho].
[Tải lên tối đa {n} MB], dư là bị cắt.
[Ít nhất {n} phần trăm phải trả trước], {~person} đòi vậy.
Máy ly tâm [phải dưới {port} vòng một phút].
[Thư cho {person} phải trả lời trong {n} tiếng].
""",
    "preference": """
Tôi [thích lời ghi commit ngắn], một dòng {~n} chữ là đủ.
[Tôi khoái ngồi cạnh cửa sổ hơn], tốt nhất là hàng {n}.
Được thì [cho tôi bảng thay vì văn xuôi], {~person} đọc trên điện thoại.
[Tôi ưng trà hơn cà phê] trong mấy buổi họp ở {city}.
[Chữ bình dân hợp với tôi hơn] chữ luật, {~person} thêm sau.
Khách sạn thì [yên tĩnh hơn là trung tâm], như cái ở {~city}.
[Tôi chuộng tab hơn dấu cách], như trong {~file}.
Nói riêng nhé, [tôi thích nghe tin xấu trước], {~person} thì khác.
[Biểu đồ màu xanh dương nếu được], như trong {~file}.
[Số tiền để đơn vị phía trước nhìn đẹp hơn], {~person} hay làm vậy.
Tôi hay [chọn chuyến tàu sáng] khi đi {city}.
[Nhãn viết hoa hết thì hay quá], như trên {~code}.
Khẩu vị của tôi: [bớt muối, thêm chanh], chừng {~n} gam.
[Tôi thích đọc diff hơn đọc cả tệp], như lần {~file}.
[Cứ gọi tôi bằng tên], {~person} là được.
[Danh sách xếp theo ngày giúp tôi], mới nhất ở trên, như {~file}.
Tôi thấy [nền tối dễ chịu mắt hơn], từ hồi ở {~city}.
[Thư cho {person} nên thân thiện và ngắn gọn].
Tôi mê [bánh mì đen ăn với súp], {~person} nướng.
Lý tưởng là [thùng to lên xe trước], đội ở {~city} quen vậy.
[Mỗi lần hỏi một câu thôi là tôi thích nhất], thư trước tới {~n} câu.
[Có lựa chọn thì giao đơn cho nhà cung cấp ở {city}].
Tôi muốn [một tài liệu dài hơn là {n} cái lẻ].
[Chú thích cuối trang dễ thương hơn cuối sách], {~person} cũng nghĩ vậy.
Thường thì [tôi muốn tóm tắt nằm trên đầu], cỡ {~n} chữ.
""",
    "fact": """
Cái máy trả lời ở [{ip}, cổng {port}], không phải mặc định.
Số trực tiếp của {person} là [{phone}].
[Mã khách bên hãng vận chuyển là {code}], lần lấy hàng nào cũng cần.
Căn hộ ở {city} rộng [{big} mét vuông], tôi đo rồi.
[Tủ số {n} là của mình, mã mở là {port}].
Cục thuế gọi mình là [{code}].
[Máy thử là {host}], dời qua đó hồi xuân.
[{person} lo khách hàng ở {city}] từ khi sáp nhập.
Men bột của mình nuôi từ [ngày {date}].
[Hóa đơn gửi về {mail}], hộp kia không ai đọc.
Mẫu có đỉnh lạ là [{code}, lấy lúc {time}].
[Phiên tòa ở phòng {big}], cầu thang thứ hai.
Tiền kho là [{big} EUR một tháng].
Bản chạy được là [{version}].
[Biển số xe tải là {code}], để qua cổng.
Hộ chiếu tôi hết hạn [ngày {date}].
[Thứ bảy đặt {big} suất].
Đồng hồ chỉ [{port} lúc mình dọn vào].
[Thứ ba {person} ngồi ở văn phòng {city}].
Thư mục họ quét vào là [{dir} trên {host}].
[Công thức này cho {n} người], từ đó nhân lên.
Số hợp đồng thuê, lỡ họ hỏi, là [{code}].
[Dung dịch đệm B có pH 7.{n}].
Giá cũ thì khác, nhưng [năm nay mình tính {big} EUR một ngày].
[Bảo vệ đêm nghe máy {phone}], sau mười giờ.
""",
    "goal": """
Rốt cuộc tất cả là để [chuyển tiệm ở {city} sang sổ cái mới].
Cái tôi nhắm tới là [giúp {person} thoát hẳn mớ bòng bong {table}].
[Tới {date} tôi mong cả kho lưu trữ tìm kiếm được].
Thật ra mình làm vậy để [văn phòng {city} khỏi dùng giấy].
Ý nghĩa của việc này: [một bảng giá cho cả {n} chi nhánh].
Tôi đang cố [đưa cả nhà tới {city} rồi về mà không chạy đêm].
Nếu xong, [phòng thí nghiệm làm {n} mẫu một ngày khỏi cần {person}].
[Mình muốn thắng vụ {code}], còn lại là phụ.
Chung quy là [một thực đơn {n} người ăn khỏi hỏi].
Cuối cùng thì [{person} phải tự khóa sổ tháng được].
Ước mơ của tôi là [không ai phải gõ tay {table} nữa].
[Cho {host} nghỉ hưu, đó là chuyện chính].
Mình đang hướng tới [giao hàng ở {city} trong {n} tiếng].
Ý đồ đằng sau: [tách {file} để nhóm nào giữ phần nhóm nấy].
Tôi cần cái này vì [{person} muốn mở bếp thứ hai ở {city}].
Tôi sẽ vui nếu có [bản {version} cài phát chạy ngay].
Mấy việc lặt vặt này gộp lại là [một cuộc bàn giao gọn cho {person} ngày {date}].
Sau này [kho ở {city} sẽ tự chạy ban đêm].
[Tôi đang viết sách về {city}], nên mới gom mấy thứ này.
Mọi thứ ở đây nhằm [kéo tỉ lệ lỗi xuống dưới {n} phần trăm].
Bức tranh lớn là: [năm nay {code} có chứng nhận].
[Mình muốn dọn sạch tồn đọng của {table}].
Về lâu dài, [tôi sẽ giao hết sổ sách cho {person}].
Điều tôi để tâm là [đám cưới ở {city} suôn sẻ].
Nó sẽ thành [một khóa học {person} dạy trong {n} buổi].
""",
}

REPLACEMENTS = """
hard_constraint: Hoàn tiền [dưới <40 EUR> thôi].
=> Giờ [trả lại cho khách tối đa <sáu mươi euro>].
fact: Cái máy trả lời ở {ip}, cổng <{port}>.
=> Họ dời máy rồi, [giờ nó nghe ở <{port}>].
hard_constraint: Phải xong ở cổng trước <{time}>.
=> Bên cổng nới cho mình, [<{time}> vẫn kịp].
fact: Gọi công chứng viên số <{phone}>.
=> [Số mới của phòng công chứng: <{phone}>].
hard_constraint: Hội trường chứa <{big} người>.
=> Sửa xong [họ cho vào <{big}>, không thêm ai].
fact: Kệ hóa chất là <{code}>.
=> Có người dời hóa chất, [tìm ở <{code}> nhé].
preference: Tôi thích phần mở đầu chừng <{n} dòng>.
=> Nghĩ lại thì [mở bài <{n} dòng> đọc sướng hơn].
fact: Cước mỗi pallet là <{big} EUR>.
=> Hãng xe mới viết, [chở một pallet mất <{big} EUR>].
hard_constraint: Bột nghỉ <{n} phút>.
=> [Cho bột <{n} phút>], tuần này bột khác.
fact: Tòa xử ngày <{date}>.
=> Thư ký gọi: [họ nghe mình ngày <{date}>].
hard_constraint: Kho lưu trữ giữ dưới <{big} GB>.
=> [Được chứa tới <{big} GB>], họ mua thêm đĩa.
preference: Đặt tôi ghế hàng <{n}>.
=> [Cho tôi ngồi hàng <{n}>], đầu gối cần chỗ.
fact: Bản ổn định là <{version}>.
=> [Mọi người nay dùng <{version}>], bản kia bị rút.
"""
